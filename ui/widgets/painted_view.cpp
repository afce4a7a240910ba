#include "ui/widgets/painted_view.h"

#include <QHelpEvent>
#include <QImage>
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

QImage PaperView::image(const QSize& size) const {
  constexpr double resolution = 2.0;
  constexpr int margin = 8;
  QImage image(size * resolution, QImage::Format_RGB32);
  image.setDevicePixelRatio(resolution);
  const Theme paper = light_theme();
  image.fill(paper.card);
  QPainter painter(&image);
  QFont letters = font();
  letters.setPointSizeF(paper.font_pt);
  painter.setFont(letters);
  paint(painter, QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin), paper);
  return image;
}

void PaperView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setFont(font());
  paint(painter, rect(), theme_);
  if (!hasFocus()) return;
  painter.setOpacity(1.0);
  painter.setPen(QPen(theme_.accent, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

void paint_instead(QPainter& painter, const QRectF& room, const QString& words, const Theme& theme) {
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
