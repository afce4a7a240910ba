#include "core/data/tones.h"

#include <algorithm>
#include <cmath>

namespace mlplab {

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

}  // namespace mlplab
