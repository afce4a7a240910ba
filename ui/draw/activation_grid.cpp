#include "ui/draw/activation_grid.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/ink_colors.h"

namespace mlplab {

ActivationGrid::ActivationGrid(QWidget* parent)
    : PaintedView(tr("Activations of the hidden layer"), QAccessible::Graphic, parent) {}

void ActivationGrid::setValues(std::vector<float> values, const Shape& shape) {
  values_ = std::move(values);
  shape_ = shape.size() == values_.size() ? shape : Shape{static_cast<int>(values_.size()), 1, 1};
  largest_ = 0;
  for (const float value : values_) largest_ = std::max(largest_, std::abs(value));
  setAccessibleDescription(values_.empty() ? tr("no prediction yet")
                                           : tr("%1 of %2 units are on").arg(activeUnits()).arg(values_.size()));
  update();
}

int ActivationGrid::activeUnits() const {
  return static_cast<int>(
      std::ranges::count_if(values_, [this](float value) { return std::abs(value) > 0.01F * largest_; }));
}

/// The number of columns that makes the cells largest.
ActivationGrid::Cells ActivationGrid::cells() const {
  Cells best;
  const int count = static_cast<int>(values_.size());
  const int most = std::min(count, std::max(width() / 2, 1));
  int rows = 0;
  for (int columns = 1; columns <= most; ++columns) {
    const int needed = (count + columns - 1) / columns;
    const qreal side = std::min(width() / qreal(columns), height() / qreal(needed));
    if (side > best.side) {
      best.columns = columns;
      best.side = side;
      rows = needed;
    }
  }
  if (best.side >= 3) best.side = std::floor(best.side);
  best.left = std::floor((width() - best.columns * best.side) / 2);
  best.top = std::floor((height() - rows * best.side) / 2);
  return best;
}

/// All maps as one image with a line between them, in the number of columns that makes it largest.
void ActivationGrid::paintMaps(QPainter& painter, const std::function<QRgb(float)>& color_of) const {
  int columns = 1;
  double best = 0;
  for (int c = 1; c <= shape_.channels; ++c) {
    const int rows = (shape_.channels + c - 1) / c;
    const double scale =
        std::min(double(width()) / (c * (shape_.width + 1)), double(height()) / (rows * (shape_.height + 1)));
    if (scale > best) best = scale, columns = c;
  }
  const int rows = (shape_.channels + columns - 1) / columns;
  QImage maps(columns * (shape_.width + 1) - 1, rows * (shape_.height + 1) - 1, QImage::Format_RGB32);
  maps.fill(theme_.card);
  const float* value = values_.data();
  for (int c = 0; c < shape_.channels; ++c)
    for (int y = 0; y < shape_.height; ++y)
      for (int x = 0; x < shape_.width; ++x)
        maps.setPixel(c % columns * (shape_.width + 1) + x, c / columns * (shape_.height + 1) + y, color_of(*value++));
  const QSizeF size = QSizeF(maps.size()) * best;
  painter.setRenderHint(QPainter::SmoothPixmapTransform, best < 1);
  painter.drawImage(QRectF(QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size), maps);
}

void ActivationGrid::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (values_.empty()) return paint_instead(painter, rect(), tr("nothing to show yet"), theme_);
  const Cells grid = cells();
  const qreal gap = grid.side >= 5 ? 1 : 0;
  const QColor off = mix(theme_.card, theme_.line, 0.7);
  const QColor negative = theme_.series_color(2);
  const auto color_of = [&](float value) {
    const double strength = largest_ > 0 ? double{std::abs(value) / largest_} : 0.0;
    return mix(off, value < 0 ? negative : theme_.accent, std::sqrt(strength));
  };
  if (!shape_.is_vector()) {
    paintMaps(painter, [&](float value) { return color_of(value).rgb(); });
    return;
  }
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const int row = static_cast<int>(i) / grid.columns;
    const int column = static_cast<int>(i) % grid.columns;
    painter.fillRect(
        QRectF(grid.left + column * grid.side, grid.top + row * grid.side, grid.side - gap, grid.side - gap),
        color_of(values_[i]));
  }
}

std::optional<QString> ActivationGrid::tip_at(const QPoint& place) const {
  if (values_.empty() || !shape_.is_vector()) return std::nullopt;
  const Cells grid = cells();
  const int column = static_cast<int>(std::floor((place.x() - grid.left) / grid.side));
  const int row = static_cast<int>(std::floor((place.y() - grid.top) / grid.side));
  const int unit = row * grid.columns + column;
  if (column < 0 || column >= grid.columns || row < 0 || unit >= static_cast<int>(values_.size())) return QString();
  const double value = double{values_[static_cast<std::size_t>(unit)]};
  return tr("unit %1: %2").arg(unit + 1).arg(locale().toString(value, 'g', 3));
}

}  // namespace mlplab
