#include "core/data/color_order.h"

#include <algorithm>
#include <cstdlib>

namespace mlplab {
namespace {

std::size_t size_of(const ImageShape& shape) {
  return static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width) *
         static_cast<std::size_t>(shape.channels);
}

}  // namespace

bool looks_planar(const std::vector<std::uint8_t>& features, const ImageShape& shape) {
  constexpr std::size_t enough = 500;  // images
  const std::size_t size = size_of(shape), channels = static_cast<std::size_t>(shape.channels);
  const std::size_t width = static_cast<std::size_t>(shape.width), plane = size / channels;
  std::uint64_t if_planar = 0, if_by_pixel = 0;  // differences of one row to the next
  const auto difference = [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint64_t>(std::abs(a - b)); };
  for (std::size_t image = 0; image < std::min(enough, features.size() / size); ++image) {
    const std::uint8_t* pixels = features.data() + image * size;
    for (std::size_t i = 0; i < size; ++i) {
      // As many differences of each: the last row has none below it.
      if (i % plane < plane - width) if_planar += difference(pixels[i], pixels[i + width]);
      if (i < size - width * channels) if_by_pixel += difference(pixels[i], pixels[i + width * channels]);
    }
  }
  return if_planar < if_by_pixel;
}

void make_planar(std::vector<std::uint8_t>& features, const ImageShape& shape) {
  const auto channels = static_cast<std::size_t>(shape.channels);
  const std::size_t plane = size_of(shape) / channels;
  std::vector<std::uint8_t> pixels(plane * channels);
  for (auto image = features.begin(); image != features.end(); image += static_cast<std::ptrdiff_t>(pixels.size())) {
    std::copy_n(image, pixels.size(), pixels.begin());
    for (std::size_t i = 0; i < plane; ++i)
      for (std::size_t c = 0; c < channels; ++c)
        image[static_cast<std::ptrdiff_t>(c * plane + i)] = pixels[i * channels + c];
  }
}

}  // namespace mlplab
