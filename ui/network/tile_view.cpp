#include "ui/network/tile_view.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/theme/ink_colors.h"

namespace mlplab {

TileView::TileView(QWidget* parent) : PaintedView(tr("Maps of the layer"), QAccessible::Graphic, parent) {
  setFocusPolicy(Qt::StrongFocus);
}

void TileView::set_values(std::vector<float> values, const Shape& tiles) {
  values_ = std::move(values);
  shape_ = tiles;
  if (large_ >= shape_.channels || plane() == 1) show_large(-1);
  if (chosen_ >= static_cast<int>(values_.size())) chosen_ = -1;
  setAccessibleDescription(values_.empty()
                               ? tr("nothing to show yet")
                               : tr("%1 of %2 × %3 numbers").arg(shape_.channels).arg(shape_.width).arg(shape_.height));
  draw_tiles();
}

void TileView::draw_tiles() {
  constexpr int steps = 255;  // each side of zero
  const QColor off = mix(theme_.card, theme_.line, 0.7);
  std::array<QRgb, 2 * steps + 1> colors{};
  for (int i = -steps; i <= steps; ++i)
    colors[static_cast<std::size_t>(i + steps)] =
        mix(off, i < 0 ? theme_.series_color(2) : theme_.accent, std::sqrt(std::abs(i) / double(steps))).rgb();
  float largest = 0;
  for (const float value : values_)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  const auto color_of = [&](float value) {
    if (std::isnan(value)) return theme_.error.rgb();
    const float share = largest > 0 ? std::clamp(value / largest, -1.0F, 1.0F) : 0.0F;
    return colors[static_cast<std::size_t>(static_cast<int>(std::lround(share * steps)) + steps)];
  };
  images_.clear();
  for (int tile = 0; !values_.empty() && tile < std::min(shape_.channels, most_tiles); ++tile) {
    QImage image(shape_.width, shape_.height, QImage::Format_RGB32);
    const float* value = values_.data() + std::ptrdiff_t{tile} * plane();
    for (int y = 0; y < shape_.height; ++y) {
      auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
      for (int x = 0; x < shape_.width; ++x) line[x] = color_of(*value++);
    }
    images_.push_back(std::move(image));
  }
  update();
}

/// The number of columns that makes the tiles largest.
TileView::Grid TileView::grid() const {
  Grid best;
  const bool one = large_ >= 0;
  best.count = one ? 1 : static_cast<int>(images_.size());
  if (best.count == 0) return best;
  const double aspect = double(shape_.height) / shape_.width;
  for (int columns = 1; columns <= best.count; ++columns) {
    const int rows = (best.count + columns - 1) / columns;
    const double wide = std::min(width() / double(columns), height() / double(rows) / aspect);
    if (wide <= best.tile.width()) continue;
    best.columns = columns;
    best.tile = QSizeF(wide, wide * aspect);
  }
  best.gap = one ? 0 : best.tile.width() >= 12 ? 3 : best.tile.width() >= 5 ? 1 : 0;
  const double cells = one ? shape_.width : 1;
  const double whole = std::floor(best.tile.width() / cells) * cells;  // whole pixels where there is room
  if (whole >= cells * 3) best.tile = QSizeF(whole, whole * aspect);
  const int rows = (best.count + best.columns - 1) / best.columns;
  best.corner = QPointF(std::floor((width() - best.columns * best.tile.width()) / 2),
                        std::floor((height() - rows * best.tile.height()) / 2));
  return best;
}

QRectF TileView::tile_rect(int tile) const {
  const Grid g = grid();
  const int place = large_ >= 0 ? (tile == large_ ? 0 : -1) : tile;
  if (place < 0 || place >= g.count) return {};
  return {g.corner + QPointF((place % g.columns) * g.tile.width(), (place / g.columns) * g.tile.height()),
          g.tile - QSizeF(g.gap, g.gap)};
}

QRectF TileView::cell(int index) const {
  if (index < 0 || index >= static_cast<int>(values_.size())) return {};
  const QRectF rect = tile_rect(index / plane());
  if (rect.isEmpty()) return {};
  const double wide = rect.width() / shape_.width, high = rect.height() / shape_.height;
  const int place = index % plane();
  return {rect.left() + (place % shape_.width) * wide, rect.top() + (place / shape_.width) * high, wide, high};
}

int TileView::index_at(const QPointF& point) const {
  const Grid g = grid();
  if (g.count == 0 || g.tile.isEmpty()) return -1;
  const int column = static_cast<int>(std::floor((point.x() - g.corner.x()) / g.tile.width()));
  const int row = static_cast<int>(std::floor((point.y() - g.corner.y()) / g.tile.height()));
  const int place = row * g.columns + column;
  if (column < 0 || column >= g.columns || row < 0 || place >= g.count) return -1;
  const int tile = large_ >= 0 ? large_ : place;
  const QRectF rect = tile_rect(tile);
  if (!rect.contains(point)) return -1;
  const int x = std::min(shape_.width - 1, static_cast<int>((point.x() - rect.left()) / rect.width() * shape_.width));
  const int y = std::min(shape_.height - 1, static_cast<int>((point.y() - rect.top()) / rect.height() * shape_.height));
  return tile * plane() + y * shape_.width + x;
}

void TileView::show_large(int tile) {
  const int now = tile >= 0 && tile < shape_.channels && plane() > 1 ? tile : -1;
  if (now == large_) return;
  large_ = now;
  update();
  Q_EMIT largeChanged(large_);
}

void TileView::choose(int index) {
  chosen_ = index < static_cast<int>(values_.size()) ? index : -1;
  update();
}

void TileView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (images_.empty()) return paint_instead(painter, rect(), tr("nothing to show yet"), theme_);
  for (std::size_t tile = 0; tile < images_.size(); ++tile) {
    const QRectF rect = tile_rect(static_cast<int>(tile));
    if (rect.isEmpty()) continue;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, rect.width() < images_[tile].width());
    painter.drawImage(rect, images_[tile]);
  }
  const QRectF marked = cell(chosen_);
  if (marked.isEmpty()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_.text, 2));
  painter.drawRect(marked.adjusted(-2, -2, 2, 2));
}

void TileView::mousePressEvent(QMouseEvent* event) {
  const int index = index_at(event->position());
  if (index < 0) return;
  choose(index);
  show_large(index / plane());
  Q_EMIT valueChosen(index);
}

void TileView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && large_ >= 0) {
    show_large(-1);
    return;
  }
  const int row = large_ >= 0 ? shape_.width : plane() == 1 ? grid().columns : shape_.width;
  const QPoint way = arrow_step(event->key());
  int step = way.x() + row * way.y();
  if (event->key() == Qt::Key_PageUp) step = -plane();
  if (event->key() == Qt::Key_PageDown) step = plane();
  if (step == 0) {
    QWidget::keyPressEvent(event);
    return;
  }
  const int next = std::max(0, chosen_) + (chosen_ < 0 ? 0 : step);
  if (next < 0 || next >= static_cast<int>(values_.size())) return;
  choose(next);
  if (large_ >= 0) show_large(next / plane());
  Q_EMIT valueChosen(next);
}

std::optional<QString> TileView::tip_at(const QPoint& point) const {
  const int index = index_at(point);
  if (index < 0) return QString();
  const QString value = locale().toString(double{values_[static_cast<std::size_t>(index)]}, 'g', 3);
  const int place = index % plane();
  return plane() == 1 ? tr("unit %1: %2").arg(index + 1).arg(value)
                      : tr("%1, row %2, column %3: %4")
                            .arg(index / plane() + 1)
                            .arg(place / shape_.width)
                            .arg(place % shape_.width)
                            .arg(value);
}

}  // namespace mlplab
