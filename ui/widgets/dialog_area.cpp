#include "ui/widgets/dialog_area.h"

#include <QDialog>
#include <QEvent>
#include <QGuiApplication>
#include <QScreen>

#include "ui/widgets/layouts.h"

namespace mlplab {
namespace {

/// For the inside of a window on `screen`. A window that is on no screen (offscreen) is not made smaller for it.
QSize room_on(const QScreen& screen) {
  const QSize frame(12, 44);  // px; of a usual window manager
  const bool real = QGuiApplication::platformName() != QLatin1String("offscreen");
  return real ? screen.availableSize() - frame : QSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
}

}  // namespace

DialogArea::DialogArea(QDialog* dialog, const QSize& wanted) : QScrollArea(dialog), dialog_(dialog), wanted_(wanted) {
  QVBoxLayout* whole = column_in(dialog);
  whole->addWidget(this);
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setFocusPolicy(Qt::NoFocus);
  setWidget(new QWidget);
  widget()->setAutoFillBackground(false);
  viewport()->setAutoFillBackground(false);
  widget()->installEventFilter(this);
  dialog->installEventFilter(this);
}

QSize DialogArea::needed() const {
  const QSize hint = wanted_.isEmpty() ? widget()->sizeHint() : wanted_;
  return hint.expandedTo(widget()->minimumSizeHint()).boundedTo(room_on(*dialog_->screen()));
}

bool DialogArea::eventFilter(QObject* watched, QEvent* event) {
  if (watched == dialog_ && event->type() == QEvent::Show && !opened_) {
    opened_ = true;
    dialog_->resize(needed());
  }
  if (watched == widget() && event->type() == QEvent::LayoutRequest && dialog_->isVisible()) {
    const QSize least = widget()->minimumSizeHint().boundedTo(room_on(*dialog_->screen()));
    dialog_->resize(dialog_->size().expandedTo(least));
  }
  return QScrollArea::eventFilter(watched, event);
}

}  // namespace mlplab
