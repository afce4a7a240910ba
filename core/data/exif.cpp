#include "core/data/exif.h"

#include <cstddef>

namespace mlplab {
namespace {

constexpr unsigned orientation_tag = 274;

/// Numbers of a block of TIFF: little-endian ('II') or big-endian ('MM').
class TiffNumbers {
 public:
  explicit TiffNumbers(std::string_view block) : block_(block), little_(block.starts_with("II")) {}
  bool has(std::size_t at, std::size_t bytes) const { return at <= block_.size() && bytes <= block_.size() - at; }
  std::size_t number(std::size_t at, int bytes) const {
    std::size_t value = 0;
    for (int i = 0; i < bytes; ++i) {
      const int place = little_ ? bytes - 1 - i : i;
      value = value << 8 | static_cast<unsigned char>(block_[at + static_cast<std::size_t>(place)]);
    }
    return value;
  }

 private:
  std::string_view block_;
  bool little_;
};

}  // namespace

int exif_orientation(std::string_view exif) {
  const TiffNumbers tiff(exif);
  if (!(exif.starts_with("II") || exif.starts_with("MM")) || !tiff.has(0, 8) || tiff.number(2, 2) != 42) return 1;
  const std::size_t entries = tiff.number(4, 4);
  if (!tiff.has(entries, 2)) return 1;
  constexpr std::size_t entry_bytes = 12;  // tag, type, count, value
  const std::size_t count = tiff.number(entries, 2);
  for (std::size_t i = 0, at = entries + 2; i < count && tiff.has(at, entry_bytes); ++i, at += entry_bytes)
    if (tiff.number(at, 2) == orientation_tag) {
      const std::size_t value = tiff.number(at + 8, 2);
      return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
  return 1;
}

Image upright(const Image& from, int orientation) {
  if (orientation == 1) return from;
  const bool swapped = orientation >= 5;  // rows of the file are columns of the image
  const auto [height, width, channels] = from.shape;
  Image to{{swapped ? width : height, swapped ? height : width, channels}, {}};
  to.pixels.reserve(from.pixels.size());
  const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  for (int channel = 0; channel < channels; ++channel)
    for (int y = 0; y < to.shape.height; ++y)
      for (int x = 0; x < to.shape.width; ++x) {
        int row = swapped ? x : y, column = swapped ? y : x;
        if (from_bottom) row = height - 1 - row;
        if (from_right) column = width - 1 - column;
        to.pixels.push_back(from.pixels[static_cast<std::size_t>((channel * height + row) * width + column)]);
      }
  return to;
}

}  // namespace mlplab
