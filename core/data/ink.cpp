#include "core/data/ink.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/data/blots.h"
#include "core/data/tones.h"

namespace mlplab {
namespace {

constexpr double grainy_speck = 0.02, flat_speck = 0.005;  // of the largest blot's ink
constexpr double least_contrast = 24;  // grey levels between paper and ink, below which an image counts as blank

/// Whether more than half of the image's edge is lighter than `threshold`.
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

}  // namespace

Ink separate_ink(const GrayImage& framed) {
  GrayImage image = without_rim(framed, frame_width(framed));
  Ink ink{GrayImage(image.height, image.width)};
  if (image.pixels.empty()) return ink;
  if (std::optional<GrayImage> even = evenly_lit(image)) image = *std::move(even);
  if (light_edge(image, otsu(histogram_of(image)).threshold)) {
    ink.dark = true;
    for (std::uint8_t& pixel : image.pixels) pixel = static_cast<std::uint8_t>(255 - pixel);
  }
  const Histogram histogram = histogram_of(image);
  const int threshold = otsu(histogram).threshold;
  const Tones paper = tones_of(histogram, 0, threshold);
  const Tones drawn = tones_of(histogram, threshold + 1, 255);
  if (paper.count == 0 || drawn.count == 0 || drawn.mean - paper.mean < least_contrast) return {std::move(ink.image)};

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
  ink.doubt = keep_the_digit(ink.image, grainy ? grainy_speck : flat_speck);
  return ink;
}

}  // namespace mlplab
