#include "ui/draw/pixel_grid.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/ink_colors.h"

namespace mlplab {

PixelGrid::PixelGrid(QWidget* parent) : PaintedView(tr("What the network sees"), QAccessible::Graphic, parent) {}

bool PixelGrid::has_colors() const {
  const auto plane = static_cast<std::ptrdiff_t>(image_.pixels.size()) / std::max(image_.shape.channels, 1);
  return image_.shape.channels == 3 &&
         !std::equal(image_.pixels.begin(), image_.pixels.end() - plane, image_.pixels.begin() + plane);
}

int PixelGrid::value(int channel, int x, int y) const {
  const auto& [height, width, channels] = image_.shape;
  return image_.pixels[static_cast<std::size_t>((channel * height + y) * width + x)];
}

void PixelGrid::setImage(const Image& image, bool as_ink) {
  image_ = image;
  as_ink_ = as_ink && !has_colors();
  int inked = 0;
  for (int y = 0; y < image_.shape.height; ++y)
    for (int x = 0; x < image_.shape.width; ++x) inked += value(0, x, y) > 0 ? 1 : 0;
  const QString size = tr("%1 by %2 pixels").arg(image_.shape.width).arg(image_.shape.height);
  setAccessibleDescription(has_colors() ? tr("%1 in colour").arg(size)
                                        : tr("%1, %2 of them with ink").arg(size).arg(inked));
  update();
}

/// Whole screen pixels a cell where there is room for two, so that all cells look the same.
QRectF PixelGrid::gridRect() const {
  const qreal cells = std::max({image_.shape.width, image_.shape.height, 1});
  const qreal ratio = devicePixelRatioF();
  qreal cell = std::floor(std::min(width(), height()) * ratio / cells) / ratio;
  if (cell < 2) cell = std::min(width(), height()) / cells;
  const QSizeF size(cell * image_.shape.width, cell * image_.shape.height);
  return {QPointF(std::floor((width() - size.width()) / 2), std::floor((height() - size.height()) / 2)), size};
}

void PixelGrid::paintEvent(QPaintEvent* /*event*/) {
  if (image_.pixels.empty()) return;
  QPainter painter(this);
  const QRectF rect = gridRect();
  const InkColors colors = ink_colors(theme_);
  const auto [height, width, channels] = image_.shape;
  if (!as_ink_) {
    const int green = channels == 3 ? 1 : 0, blue = channels == 3 ? 2 : 0;
    QImage shown(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) shown.setPixel(x, y, qRgb(value(0, x, y), value(green, x, y), value(blue, x, y)));
    painter.drawImage(rect, shown);
  } else {
    QImage shown(image_.pixels.data(), width, height, width, QImage::Format_Indexed8);
    shown.setColorTable(colors.table());
    painter.drawImage(rect, shown);
  }
  const qreal cell = rect.width() / width;
  if (cell >= 4) {
    QColor line = theme_.line;
    line.setAlphaF(theme_.dark ? 0.55F : 0.75F);
    painter.setPen(QPen(line, 0));
    for (int x = 1; x < width; ++x)
      painter.drawLine(QPointF(rect.left() + x * cell, rect.top()), QPointF(rect.left() + x * cell, rect.bottom()));
    for (int y = 1; y < height; ++y)
      painter.drawLine(QPointF(rect.left(), rect.top() + y * cell), QPointF(rect.right(), rect.top() + y * cell));
  }
  painter.setPen(QPen(theme_.control, 1));
  painter.drawRect(rect.adjusted(0, 0, -1, -1));
}

std::optional<QString> PixelGrid::tip_at(const QPoint& place) const {
  const QRectF rect = gridRect();
  const int x = static_cast<int>(std::floor((place.x() - rect.left()) / rect.width() * image_.shape.width));
  const int y = static_cast<int>(std::floor((place.y() - rect.top()) / rect.height() * image_.shape.height));
  if (x < 0 || y < 0 || x >= image_.shape.width || y >= image_.shape.height) return QString();
  return has_colors() ? tr("row %1, column %2: red %3, green %4, blue %5 of 255")
                            .arg(y)
                            .arg(x)
                            .arg(value(0, x, y))
                            .arg(value(1, x, y))
                            .arg(value(2, x, y))
                      : tr("row %1, column %2: %3 of 255").arg(y).arg(x).arg(value(0, x, y));
}

}  // namespace mlplab
