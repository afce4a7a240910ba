#include "ui/network/example_image.h"

#include "ui/theme/ink_colors.h"

namespace mlplab {

QImage example_image(const Dataset& data, const Examples& examples, std::size_t index, const Theme& theme) {
  const auto plane = static_cast<std::size_t>(data.image.height) * static_cast<std::size_t>(data.image.width);
  const std::uint8_t* pixels = examples.features.data() + index * plane * static_cast<std::size_t>(data.image.channels);
  QImage image(data.image.width, data.image.height, QImage::Format_RGB32);
  const QList<QRgb> ink = ink_colors(theme).table();
  for (int y = 0; y < data.image.height; ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < data.image.width; ++x, ++pixels)
      line[x] = data.image.channels == 3 ? qRgb(pixels[0], pixels[plane], pixels[2 * plane]) : ink[*pixels];
  }
  return image;
}

}  // namespace mlplab
