#include "core/data/tones.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include "core/data/blots.h"

namespace mlplab {
namespace {

constexpr int most_cells = 64;       // of the grid on which the paper is looked for
constexpr double least_fall = 40;    // grey levels between the lightest and the darkest paper
constexpr double least_gain = 0.02;  // of separability, that makes the image worth changing

int cell_size(const GrayImage& image) {
  return std::max(1, (std::max(image.height, image.width) + most_cells - 1) / most_cells);
}

/// An image of few pixels, each the largest (or, by std::less, the smallest) of those that it stands for: a thin
/// stroke leaves some paper in all of them.
template <class Better>
GrayImage cells_of(const GrayImage& image, Better better) {
  const int size = cell_size(image);
  GrayImage cells((image.height + size - 1) / size, (image.width + size - 1) / size);
  for (int y = 0; y < cells.height; ++y)
    for (int x = 0; x < cells.width; ++x) cells.at(y, x) = image.at(y * size, x * size);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      if (std::uint8_t& cell = cells.at(y / size, x / size); better(image.at(y, x), cell)) cell = image.at(y, x);
  return cells;
}

/// The largest (or, by std::less, the smallest) within `reach` cells along rows and columns; beyond the image is
/// nothing.
template <class Better>
GrayImage extremes(const GrayImage& from, int reach, Better better) {
  GrayImage rows = from, both = from;
  for (int y = 0; y < from.height; ++y)
    for (int x = 0; x < from.width; ++x)
      for (int near = std::max(x - reach, 0); near <= std::min(x + reach, from.width - 1); ++near)
        if (better(from.at(y, near), rows.at(y, x))) rows.at(y, x) = from.at(y, near);
  both = rows;
  for (int y = 0; y < from.height; ++y)
    for (int x = 0; x < from.width; ++x)
      for (int near = std::max(y - reach, 0); near <= std::min(y + reach, from.height - 1); ++near)
        if (better(rows.at(near, x), both.at(y, x))) both.at(y, x) = rows.at(near, x);
  return both;
}

/// With `rim` more cells on each side, in which the light goes on changing as it does before the edge.
GrayImage continued(const GrayImage& cells, int rim) {
  const auto beyond = [](int place, int size, auto at) {
    if (place >= 0 && place < size) return int{at(place)};
    const int edge = place < 0 ? 0 : size - 1;
    return std::clamp(2 * at(edge) - at(std::clamp(2 * edge - place, 0, size - 1)), 0, 255);
  };
  GrayImage wide(cells.height, cells.width + 2 * rim);
  for (int y = 0; y < wide.height; ++y)
    for (int x = 0; x < wide.width; ++x)
      wide.at(y, x) = static_cast<std::uint8_t>(beyond(x - rim, cells.width, [&](int at) { return cells.at(y, at); }));
  GrayImage all(cells.height + 2 * rim, wide.width);
  for (int y = 0; y < all.height; ++y)
    for (int x = 0; x < all.width; ++x)
      all.at(y, x) = static_cast<std::uint8_t>(beyond(y - rim, cells.height, [&](int at) { return wide.at(at, x); }));
  return all;
}

/// Between the centres of the cells in a straight line.
double between(const GrayImage& cells, double y, double x) {
  y = std::clamp(y, 0.0, cells.height - 1.0), x = std::clamp(x, 0.0, cells.width - 1.0);
  const int top = static_cast<int>(y), left = static_cast<int>(x);
  const int bottom = std::min(top + 1, cells.height - 1), right = std::min(left + 1, cells.width - 1);
  const double down = y - top, along = x - left;
  return (1 - down) * ((1 - along) * cells.at(top, left) + along * cells.at(top, right)) +
         down * ((1 - along) * cells.at(bottom, left) + along * cells.at(bottom, right));
}

}  // namespace

Histogram histogram_of(const GrayImage& image) {
  Histogram histogram{};
  for (const std::uint8_t pixel : image.pixels) ++histogram[pixel];
  return histogram;
}

Tones tones_of(const Histogram& histogram, int first, int last) {
  Tones tones;
  double squares = 0;
  for (int level = first; level <= last; ++level) {
    const auto count = static_cast<double>(histogram[static_cast<std::size_t>(level)]);
    tones.count += count;
    tones.mean += count * level;
    squares += count * level * level;
  }
  if (tones.count == 0) return tones;
  tones.mean /= tones.count;
  tones.deviation = std::sqrt(std::max(0.0, squares / tones.count - tones.mean * tones.mean));
  return tones;
}

TwoTones otsu(const Histogram& histogram) {
  const Tones all = tones_of(histogram, 0, 255);
  TwoTones best;
  double best_variance = -1;
  double below = 0;
  double below_sum = 0;
  for (int level = 0; level < 255; ++level) {
    const auto count = static_cast<double>(histogram[static_cast<std::size_t>(level)]);
    below += count;
    below_sum += count * level;
    const double above = all.count - below;
    if (below == 0 || above == 0) continue;
    const double gap = below_sum / below - (all.mean * all.count - below_sum) / above;
    if (const double variance = below * above * gap * gap; variance > best_variance) {
      best_variance = variance;
      best.threshold = level;
    }
  }
  const double whole = all.count * all.count * all.deviation * all.deviation;
  best.separability = whole > 0 ? best_variance / whole : 0;
  return best;
}

std::optional<GrayImage> evenly_lit(const GrayImage& image) {
  if (image.pixels.empty()) return std::nullopt;
  // Goes to the other extreme and back, which removes details narrower than twice this share of the image.
  const auto closed = [&](int share, auto first, auto second) {
    const GrayImage cells = cells_of(image, first);
    const int reach = std::max(1, std::max(cells.height, cells.width) / share);
    return without_rim(extremes(extremes(continued(cells, 2 * reach), reach, first), reach, second), 2 * reach);
  };
  const GrayImage light = closed(10, std::greater<>(), std::less<>());
  const auto [darkest, lightest] = std::ranges::minmax(light.pixels);
  if (lightest - darkest < least_fall || darkest == 0) return std::nullopt;

  GrayImage even(image.height, image.width);
  const double size = cell_size(image);
  // Strokes are narrower than the paper between them: the larger of the two sums tells which tone is ink.
  const GrayImage above = closed(20, std::greater<>(), std::less<>()),
                  below = closed(20, std::less<>(), std::greater<>());
  double dark_details = 0, light_details = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const double row = (y + 0.5) / size - 0.5, column = (x + 0.5) / size - 0.5;
      const double paper = between(light, row, column), pixel = image.at(y, x);
      dark_details += std::max(0.0, between(above, row, column) - pixel);
      light_details += std::max(0.0, pixel - between(below, row, column));
      even.at(y, x) = static_cast<std::uint8_t>(std::lround(std::min(255.0, 255.0 * pixel / paper)));
    }
  const auto separable = [](const GrayImage& one) { return otsu(histogram_of(one)).separability; };
  if (dark_details < light_details || separable(even) < separable(image) + least_gain) return std::nullopt;
  return even;
}

}  // namespace mlplab
