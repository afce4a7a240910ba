#include "ui/network/image_view.h"

#include <QPainter>
#include <algorithm>

#include "ui/theme/ink_colors.h"

namespace mlplab {
QImage input_image(const std::vector<float>& x, const Shape& shape, const Theme& theme) {
  QImage image(shape.width, shape.height, QImage::Format_RGB32);
  const QList<QRgb> ink = ink_colors(theme).table();
  const std::size_t plane = std::size_t(shape.height) * std::size_t(shape.width);
  const auto byte_of = [](float value) { return static_cast<int>(std::clamp(value, 0.0F, 1.0F) * 255.0F + 0.5F); };
  for (std::size_t i = 0; i < plane; ++i) {
    float sum = 0;
    for (std::size_t c = 0; c < std::size_t(shape.channels); ++c) sum += x[c * plane + i];
    const QRgb color = shape.channels == 3 ? qRgb(byte_of(x[i]), byte_of(x[plane + i]), byte_of(x[2 * plane + i]))
                                           : ink[byte_of(sum / float(shape.channels))];
    image.setPixel(static_cast<int>(i) % shape.width, static_cast<int>(i) / shape.width, color);
  }
  return image;
}

ImageView::ImageView(QWidget* parent)
    : PaintedView(tr("The image that the network sees"), QAccessible::Graphic, parent) {}

void ImageView::set_image(const std::vector<float>& x, const Shape& shape) {
  x_ = x;
  shape_ = shape;
  update();
}

void ImageView::set_field(const std::optional<Field>& field) {
  field_ = field;
  setAccessibleDescription(field ? tr("rows %1 to %2 and columns %3 to %4 are marked")
                                       .arg(field->top)
                                       .arg(field->bottom - 1)
                                       .arg(field->left)
                                       .arg(field->right - 1)
                                 : QString());
  update();
}

void ImageView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (x_.empty()) return paint_instead(painter, rect(), tr("no image yet"), theme_);
  const double cell = std::min(width() / double(shape_.width), height() / double(shape_.height));
  const QRectF place((width() - cell * shape_.width) / 2, (height() - cell * shape_.height) / 2, cell * shape_.width,
                     cell * shape_.height);
  painter.drawImage(place, input_image(x_, shape_, theme_));
  painter.setPen(QPen(theme_.control, 1));
  painter.drawRect(place.adjusted(0, 0, -1, -1));
  if (!field_) return;
  const QRectF seen(place.left() + field_->left * cell, place.top() + field_->top * cell,
                    (field_->right - field_->left) * cell, (field_->bottom - field_->top) * cell);
  QColor veil = theme_.card;
  veil.setAlphaF(0.6F);
  painter.setClipRegion(QRegion(place.toAlignedRect()).subtracted(QRegion(seen.toAlignedRect())));
  painter.fillRect(place, veil);
  painter.setClipping(false);
  painter.setPen(QPen(theme_.accent, 2));
  painter.drawRect(seen);
}

}  // namespace mlplab
