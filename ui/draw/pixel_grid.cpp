#include "ui/draw/pixel_grid.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/theme/ink_colors.h"
#include "ui/widgets/spoken.h"

namespace mlplab {

PixelGrid::PixelGrid(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setAccessibleName(tr("What the network sees"));
  set_spoken(this, QAccessible::Graphic);
}

void PixelGrid::setImage(const GrayImage& image) {
  image_ = image;
  const auto inked = std::ranges::count_if(image_.pixels, [](std::uint8_t value) { return value > 0; });
  setAccessibleDescription(tr("%1 by %2 pixels, %3 of them with ink").arg(image_.width).arg(image_.height).arg(inked));
  update();
}

void PixelGrid::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

/// Whole screen pixels a cell where there is room for two, so that all cells look the same.
QRectF PixelGrid::gridRect() const {
  const qreal cells = std::max({image_.width, image_.height, 1});
  const qreal ratio = devicePixelRatioF();
  qreal cell = std::floor(std::min(width(), height()) * ratio / cells) / ratio;
  if (cell < 2) cell = std::min(width(), height()) / cells;
  const QSizeF size(cell * image_.width, cell * image_.height);
  return {QPointF(std::floor((width() - size.width()) / 2), std::floor((height() - size.height()) / 2)), size};
}

void PixelGrid::paintEvent(QPaintEvent* /*event*/) {
  if (image_.pixels.empty()) return;
  QPainter painter(this);
  const QRectF rect = gridRect();
  const InkColors colors = ink_colors(theme_);
  QImage shown(image_.pixels.data(), image_.width, image_.height, image_.width, QImage::Format_Indexed8);
  shown.setColorTable(colors.table());
  painter.drawImage(rect, shown);
  const qreal cell = rect.width() / image_.width;
  if (cell >= 4) {
    QColor line = theme_.line;
    line.setAlphaF(theme_.dark ? 0.55F : 0.75F);
    painter.setPen(QPen(line, 0));
    for (int x = 1; x < image_.width; ++x)
      painter.drawLine(QPointF(rect.left() + x * cell, rect.top()), QPointF(rect.left() + x * cell, rect.bottom()));
    for (int y = 1; y < image_.height; ++y)
      painter.drawLine(QPointF(rect.left(), rect.top() + y * cell), QPointF(rect.right(), rect.top() + y * cell));
  }
  painter.setPen(QPen(theme_.control, 1));
  painter.drawRect(rect.adjusted(0, 0, -1, -1));
}

bool PixelGrid::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QRectF rect = gridRect();
  const int x = static_cast<int>(std::floor((help->pos().x() - rect.left()) / rect.width() * image_.width));
  const int y = static_cast<int>(std::floor((help->pos().y() - rect.top()) / rect.height() * image_.height));
  if (x < 0 || y < 0 || x >= image_.width || y >= image_.height) {
    QToolTip::hideText();
    return true;
  }
  QToolTip::showText(help->globalPos(), tr("row %1, column %2: %3 of 255").arg(y).arg(x).arg(image_.at(y, x)), this);
  return true;
}

}  // namespace mlplab
