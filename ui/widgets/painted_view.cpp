#include "ui/widgets/painted_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/widgets/spoken.h"

namespace mlplab {

PaintedView::PaintedView(const QString& name, QAccessible::Role kind, QWidget* parent, std::function<QString()> content)
    : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setAccessibleName(name);
  set_spoken(this, kind, std::move(content));
}

void PaintedView::set_theme(const Theme& theme) {
  theme_ = theme;
  theme_changed();
}

bool PaintedView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const std::optional<QString> tip = tip_at(help->pos());
  if (!tip) return QWidget::event(event);
  QToolTip::showText(help->globalPos(), *tip, this);  // without words it is hidden
  return true;
}

void paint_instead(QPainter& painter, const QRect& room, const QString& words, const Theme& theme) {
  painter.setPen(theme.quiet);
  painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, words);
}

QPoint arrow_step(int key) {
  switch (key) {
    case Qt::Key_Left:
      return {-1, 0};
    case Qt::Key_Right:
      return {1, 0};
    case Qt::Key_Up:
      return {0, -1};
    case Qt::Key_Down:
      return {0, 1};
    default:
      return {};
  }
}

}  // namespace mlplab
