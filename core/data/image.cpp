// Resizing goes one way, then the other, as rows and columns do not depend on each other.
#include "core/data/image.h"

#include <algorithm>
#include <utility>

namespace mlplab {
namespace {

constexpr int weight_bits = 14;

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
  const auto size = [](int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  };
  const std::size_t old_plane = size(from.shape.height, from.shape.width), new_plane = size(height, width);
  Image to{shape, std::vector<std::uint8_t>(new_plane * static_cast<std::size_t>(shape.channels))};
  std::vector<std::uint8_t> narrow(size(from.shape.height, width));
  for (std::size_t c = 0; c < static_cast<std::size_t>(shape.channels); ++c) {
    const std::uint8_t* old = from.pixels.data() + c * old_plane;
    for (std::ptrdiff_t y = 0; y < from.shape.height; ++y)
      resize_line(across, old + y * from.shape.width, 1, narrow.data() + y * width);
    for (std::ptrdiff_t x = 0; x < width; ++x)
      resize_line(down, narrow.data() + x, width, to.pixels.data() + c * new_plane + x);
  }
  return to;
}

Image brought_to(Image from, const ImageShape& to) {
  return resized(with_channels(std::move(from), to.channels), to.height, to.width);
}

}  // namespace mlplab
