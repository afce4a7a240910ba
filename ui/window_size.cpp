#include "ui/window_size.h"

#include <QGuiApplication>
#include <QScreen>

namespace mlplab {
namespace {

constexpr QSize designed_size(1280, 800), frame_size(12, 44);  // px; of a usual window manager

/// As large as it is made, whatever the page in it would like: without a layout, which a scroll area asks how high it
/// is at each width.
class Holder : public QWidget {
 public:
  explicit Holder(QWidget* content) : content_(content) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    content->setParent(this);
  }

 protected:
  void resizeEvent(QResizeEvent*) override { content_->setGeometry(rect()); }

 private:
  QWidget* content_;
};

}  // namespace

QSize first_window_size(const QSize& available) {
  return designed_size.boundedTo(available - frame_size).expandedTo(least_window_size(available));
}

QSize least_window_size(const QSize& available) { return least_size.boundedTo(available - frame_size); }

QSize free_room(const QScreen& screen) {
  const bool real = QGuiApplication::platformName() != QLatin1String("offscreen");
  return screen.availableSize().expandedTo(real ? QSize() : least_size + frame_size);
}

PageArea::PageArea(QWidget* pages) {
  setWidgetResizable(true);
  setFocusPolicy(Qt::NoFocus);
  setWidget(new Holder(pages));
}

void PageArea::fit(const QSize& window) {
  const QSize missing = least_size - window, room = maximumViewportSize();
  widget()->setMinimumSize(missing.width() > 0 ? room.width() + missing.width() : 0,
                           missing.height() > 0 ? room.height() + missing.height() : 0);
}

}  // namespace mlplab
