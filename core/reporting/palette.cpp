#include "core/reporting/palette.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace mlplab {

Rgb series_rgb(const ChartPalette& palette, const SeriesColor& color) {
  if (color.index < 0) return palette.quiet;
  const auto count = static_cast<int>(palette.series.size());
  const Rgb base = palette.series[static_cast<std::size_t>(color.index % count)];
  const double mix = std::min(0.6, 0.3 * (color.shade + color.index / count));
  const auto channel = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * mix));
  };
  return {channel(base.red, palette.text.red), channel(base.green, palette.text.green),
          channel(base.blue, palette.text.blue)};
}

std::string hex(const Rgb& color) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", color.red, color.green, color.blue);
  return text;
}

}  // namespace mlplab
