// Resizing goes one way, then the other, as rows and columns do not depend on each other.
#include "core/data/image.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/names.h"

namespace mlplab {
namespace {

constexpr int weight_bits = 14;
constexpr Name<ImageFit> fits[] = {{ImageFit::stretch, "stretch"}, {ImageFit::crop, "crop"}, {ImageFit::pad, "pad"}};

/// The old pixels that make one new one, and what each counts: 2^14 in all.
struct Taps {
  int first = 0;
  std::vector<int> weights;
};

std::vector<Taps> taps_of(int from, int to) {
  const double ratio = static_cast<double>(from) / to, reach = std::max(ratio, 1.0);
  std::vector<Taps> all(static_cast<std::size_t>(to));
  for (int i = 0; i < to; ++i) {
    const double middle = (i + 0.5) * ratio;
    const int first = std::max(0, static_cast<int>(middle - reach + 0.5));
    const int end = std::min(from, static_cast<int>(middle + reach + 0.5));
    std::vector<double> parts;
    double sum = 0.0;
    for (int j = first; j < end; ++j) {
      const double distance = (j + 0.5 - middle) / reach;
      parts.push_back(std::max(0.0, 1.0 - (distance < 0.0 ? -distance : distance)));
      sum += parts.back();
    }
    Taps taps{first, {}};
    int left = 1 << weight_bits;
    std::size_t largest = 0;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      taps.weights.push_back(static_cast<int>(parts[j] / sum * (1 << weight_bits) + 0.5));
      left -= taps.weights.back();
      if (parts[j] > parts[largest]) largest = j;
    }
    taps.weights[largest] += left;  // what rounding has lost: a plain area stays what it is
    all[static_cast<std::size_t>(i)] = std::move(taps);
  }
  return all;
}

/// Rows of `from` pixels, `step` apart, to as many as there are taps. to [taps.size()], also `step` apart.
void resize_line(const std::vector<Taps>& all, const std::uint8_t* from, std::ptrdiff_t step, std::uint8_t* to) {
  for (const Taps& taps : all) {
    int sum = 1 << (weight_bits - 1);
    const std::uint8_t* pixel = from + taps.first * step;
    for (const int weight : taps.weights) {
      sum += weight * *pixel;
      pixel += step;
    }
    *to = static_cast<std::uint8_t>(sum >> weight_bits);
    to += step;
  }
}

std::size_t plane_of(const ImageShape& shape) {
  return static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width);
}

/// The largest height × width that has the proportions of `like` and lies within `in`, to whole pixels.
ImageShape largest_within(const ImageShape& in, const ImageShape& like) {
  const auto part = [](int whole, int numerator, int denominator) {
    const std::int64_t twice = 2 * std::int64_t{whole} * numerator + denominator;
    return std::max(1, static_cast<int>(twice / (2 * std::int64_t{denominator})));
  };
  ImageShape inner = in;
  if (std::int64_t{in.width} * like.height > std::int64_t{in.height} * like.width)
    inner.width = part(in.height, like.width, like.height);
  else
    inner.height = part(in.width, like.height, like.width);
  return inner;
}

/// The middle of the image, of this size.
Image middle_of(const Image& from, const ImageShape& size) {
  Image to{{size.height, size.width, from.shape.channels}, {}};
  to.pixels.reserve(plane_of(to.shape) * static_cast<std::size_t>(to.shape.channels));
  const int top = (from.shape.height - size.height) / 2, left = (from.shape.width - size.width) / 2;
  for (int c = 0; c < from.shape.channels; ++c)
    for (int y = top; y < top + size.height; ++y) {
      const auto row = from.pixels.begin() + (std::ptrdiff_t{c} * from.shape.height + y) * from.shape.width + left;
      to.pixels.insert(to.pixels.end(), row, row + size.width);
    }
  return to;
}

/// The mean of a plane's outermost pixels, rounded.
std::uint8_t mean_of_rim(const std::uint8_t* plane, const ImageShape& shape) {
  std::uint64_t sum = 0, count = 0;
  for (int y = 0; y < shape.height; ++y) {
    const int step = y == 0 || y == shape.height - 1 ? 1 : std::max(shape.width - 1, 1);
    for (int x = 0; x < shape.width; x += step) sum += plane[std::ptrdiff_t{y} * shape.width + x], ++count;
  }
  return static_cast<std::uint8_t>((sum + count / 2) / count);
}

/// In the middle of a larger image.
Image surrounded(const Image& from, const ImageShape& size) {
  const std::size_t plane = plane_of(size), own_plane = plane_of(from.shape);
  Image to{{size.height, size.width, from.shape.channels}, {}};
  const int top = (size.height - from.shape.height) / 2, left = (size.width - from.shape.width) / 2;
  for (std::size_t c = 0; c < static_cast<std::size_t>(from.shape.channels); ++c) {
    const std::uint8_t* own = from.pixels.data() + c * own_plane;
    to.pixels.resize((c + 1) * plane, mean_of_rim(own, from.shape));
    for (std::ptrdiff_t y = 0; y < from.shape.height; ++y)
      std::copy_n(own + y * from.shape.width, from.shape.width,
                  to.pixels.data() + c * plane + (top + y) * size.width + left);
  }
  return to;
}

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

Image with_channels(Image from, int channels) {
  if (channels == from.shape.channels) return from;
  const std::size_t plane = from.pixels.size() / static_cast<std::size_t>(from.shape.channels);
  from.shape.channels = channels;
  if (channels == 3) {
    from.pixels.resize(3 * plane);
    for (std::size_t c = 1; c < 3; ++c)
      std::copy_n(from.pixels.begin(), plane, from.pixels.begin() + static_cast<std::ptrdiff_t>(c * plane));
    return from;
  }
  const std::uint8_t* red = from.pixels.data();
  for (std::size_t i = 0; i < plane; ++i)
    from.pixels[i] = static_cast<std::uint8_t>((red[i] * 77 + red[plane + i] * 150 + red[2 * plane + i] * 29) >> 8);
  from.pixels.resize(plane);
  return from;
}

Image resized(const Image& from, int height, int width) {
  const ImageShape shape{height, width, from.shape.channels};
  if (from.shape == shape) return from;
  const std::vector<Taps> across = taps_of(from.shape.width, width), down = taps_of(from.shape.height, height);
  const std::size_t old_plane = plane_of(from.shape), new_plane = plane_of(shape);
  Image to{shape, std::vector<std::uint8_t>(new_plane * static_cast<std::size_t>(shape.channels))};
  std::vector<std::uint8_t> narrow(plane_of({from.shape.height, width, 1}));
  for (std::size_t c = 0; c < static_cast<std::size_t>(shape.channels); ++c) {
    const std::uint8_t* old = from.pixels.data() + c * old_plane;
    for (std::ptrdiff_t y = 0; y < from.shape.height; ++y)
      resize_line(across, old + y * from.shape.width, 1, narrow.data() + y * width);
    for (std::ptrdiff_t x = 0; x < width; ++x)
      resize_line(down, narrow.data() + x, width, to.pixels.data() + c * new_plane + x);
  }
  return to;
}

Image brought_to(Image from, const ImageShape& to, ImageFit fit) {
  from = with_channels(std::move(from), to.channels);
  if (from.shape == to) return from;
  if (fit == ImageFit::crop) from = middle_of(from, largest_within(from.shape, to));
  if (fit != ImageFit::pad) return resized(from, to.height, to.width);
  const ImageShape inner = largest_within(to, from.shape);
  return surrounded(resized(from, inner.height, inner.width), to);
}

std::string to_string(ImageFit fit) { return name_of(fits, fit); }

ImageFit parse_image_fit(const std::string& text) { return value_of(fits, text, to_say("fit"), "data.fit"); }

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
