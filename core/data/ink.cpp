#include "core/data/ink.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace mlplab {
namespace {

constexpr double least_contrast = 24;  // grey levels between paper and ink, below which a picture counts as blank

using Histogram = std::array<std::uint64_t, 256>;

struct Tones {
  double mean = 0;
  double deviation = 0;
  double count = 0;
};

/// Of the levels first … last.
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

/// The highest level of the darker of the two groups: the split with the largest variance between the groups.
int otsu_threshold(const Histogram& histogram) {
  const Tones all = tones_of(histogram, 0, 255);
  int best = 0;
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
      best = level;
    }
  }
  return best;
}

Histogram histogram_of(const GrayImage& image) {
  Histogram histogram{};
  for (const std::uint8_t pixel : image.pixels) ++histogram[pixel];
  return histogram;
}

/// Whether more than half of the picture's edge is lighter than `threshold`.
bool light_edge(const GrayImage& image, int threshold) {
  long long light = 0;
  const auto look = [&](int y, int x) { light += image.at(y, x) > threshold ? 1 : -1; };
  for (int x = 0; x < image.width; ++x) {
    look(0, x);
    look(image.height - 1, x);
  }
  for (int y = 1; y + 1 < image.height; ++y) {
    look(y, 0);
    look(y, image.width - 1);
  }
  return light > 0;
}

/// Removes the connected blots (8 neighbours) whose ink is less than 2 % of the largest one's.
void remove_specks(GrayImage& ink) {
  struct Blot {
    std::vector<std::size_t> pixels;
    std::uint64_t mass = 0;
  };
  std::vector<Blot> blots;
  std::vector<bool> seen(ink.pixels.size(), false);
  std::uint64_t largest = 0;
  for (std::size_t start = 0; start < ink.pixels.size(); ++start) {
    if (seen[start] || ink.pixels[start] == 0) continue;
    Blot blot;
    blot.pixels.push_back(start);
    seen[start] = true;
    for (std::size_t next = 0; next < blot.pixels.size(); ++next) {
      const std::size_t here = blot.pixels[next];
      blot.mass += ink.pixels[here];
      const int y = static_cast<int>(here / static_cast<std::size_t>(ink.width));
      const int x = static_cast<int>(here % static_cast<std::size_t>(ink.width));
      for (int near_y = std::max(y - 1, 0); near_y <= std::min(y + 1, ink.height - 1); ++near_y)
        for (int near_x = std::max(x - 1, 0); near_x <= std::min(x + 1, ink.width - 1); ++near_x) {
          const std::size_t neighbour = ink.index(near_y, near_x);
          if (seen[neighbour] || ink.pixels[neighbour] == 0) continue;
          seen[neighbour] = true;
          blot.pixels.push_back(neighbour);
        }
    }
    largest = std::max(largest, blot.mass);
    blots.push_back(std::move(blot));
  }
  for (const Blot& blot : blots)
    if (blot.mass * 50 < largest)
      for (const std::size_t pixel : blot.pixels) ink.pixels[pixel] = 0;
}

}  // namespace

Ink separate_ink(const GrayImage& picture) {
  Ink ink{GrayImage(picture.height, picture.width)};
  if (picture.pixels.empty()) return ink;
  GrayImage image = picture;
  if (light_edge(image, otsu_threshold(histogram_of(image)))) {
    ink.dark = true;
    for (std::uint8_t& pixel : image.pixels) pixel = static_cast<std::uint8_t>(255 - pixel);
  }
  const Histogram histogram = histogram_of(image);
  const int threshold = otsu_threshold(histogram);
  const Tones paper = tones_of(histogram, 0, threshold);
  const Tones drawn = tones_of(histogram, threshold + 1, 255);
  if (paper.count == 0 || drawn.count == 0 || drawn.mean - paper.mean < least_contrast)
    return {std::move(ink.image), false};

  const auto* flat = std::max_element(histogram.begin(), histogram.begin() + threshold + 1);
  const bool grainy = static_cast<double>(*flat) < 0.9 * paper.count;
  auto low = static_cast<double>(flat - histogram.begin());
  double high = *std::ranges::max_element(image.pixels);
  if (grainy) {
    low = std::min(paper.mean + 3 * paper.deviation, 0.6 * paper.mean + 0.4 * drawn.mean);
    high = drawn.mean;
  }
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    ink.image.pixels[i] =
        static_cast<std::uint8_t>(std::lround(255 * std::clamp((image.pixels[i] - low) / (high - low), 0.0, 1.0)));
  if (grainy) remove_specks(ink.image);
  return ink;
}

}  // namespace mlplab
