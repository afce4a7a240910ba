// A pixel's coverage is taken from the distance of its centre to the middle of the line: 1 up to half a pixel inside
// the pen's edge, 0 from half a pixel outside, linear between.
#include "core/data/stroke_raster.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/data/image.h"

namespace mlplab {

StrokeRaster::StrokeRaster(int side) : image_(std::max(side, 1), std::max(side, 1)) {}

void StrokeRaster::clear() { std::ranges::fill(image_.pixels, std::uint8_t{0}); }

void StrokeRaster::lay(const GrayImage& image) {
  Image scaled = resized({{image.height, image.width, 1}, image.pixels}, image_.height, image_.width);
  image_.pixels = std::move(scaled.pixels);
}

void StrokeRaster::add(const Stroke& stroke, std::size_t first) {
  if (stroke.points.empty()) return;
  if (first == 0) draw_segment(stroke.points[0], stroke.points[0], stroke.width);
  for (std::size_t i = std::max<std::size_t>(first, 1); i < stroke.points.size(); ++i)
    draw_segment(stroke.points[i - 1], stroke.points[i], stroke.width);
}

void StrokeRaster::draw_segment(PenPoint from, PenPoint to, float width) {
  const float scale = static_cast<float>(image_.width) / sheet_side;
  const float from_x = from.x * scale;
  const float from_y = from.y * scale;
  const float step_x = to.x * scale - from_x;
  const float step_y = to.y * scale - from_y;
  const float length_squared = step_x * step_x + step_y * step_y;
  const float radius_from = from.pressure * width * scale / 2;
  const float radius_to = to.pressure * width * scale / 2;
  if (!std::isfinite(length_squared + from_x + from_y + radius_from + radius_to)) return;

  const float reach = std::max(radius_from, radius_to) + 1;
  const auto pixel = [](float position, int side) {
    return static_cast<int>(std::clamp(position, 0.0F, static_cast<float>(side)));
  };
  const int left = pixel(std::min(from_x, from_x + step_x) - reach, image_.width);
  const int right = pixel(std::max(from_x, from_x + step_x) + reach + 1, image_.width);
  const int top = pixel(std::min(from_y, from_y + step_y) - reach, image_.height);
  const int bottom = pixel(std::max(from_y, from_y + step_y) + reach + 1, image_.height);
  // Where all of the line is so wide, no pixel that is nearer than the smaller radius less a pixel is at the edge, and
  // none beyond the larger one plus a pixel is touched: most pixels need no root.
  const float full = std::min(radius_from, radius_to) - 1;
  const float full_squared = full > 0 ? full * full : -1;
  const float reach_squared = reach * reach;
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) {
      std::uint8_t& value = image_.at(y, x);
      if (value == 255) continue;
      const float dx = static_cast<float>(x) + 0.5F - from_x;
      const float dy = static_cast<float>(y) + 0.5F - from_y;
      const float ahead = dx * step_x + dy * step_y;
      const float along = ahead <= 0 || length_squared <= 0 ? 0.0F : std::min(ahead / length_squared, 1.0F);
      const float away_x = dx - along * step_x;
      const float away_y = dy - along * step_y;
      const float away_squared = away_x * away_x + away_y * away_y;
      if (away_squared > reach_squared) continue;
      if (away_squared < full_squared) {
        value = 255;
        continue;
      }
      const float radius = radius_from + along * (radius_to - radius_from);
      const float distance = std::hypot(away_x, away_y);
      // A line thinner than a pixel covers no more of it than its own width.
      const float coverage = std::min({radius - distance + 0.5F, 2 * radius, 1.0F});
      if (coverage <= 0) continue;
      value = std::max(value, static_cast<std::uint8_t>(std::lround(255 * coverage)));
    }
}

GrayImage rasterize(const std::vector<Stroke>& strokes, int side) {
  StrokeRaster raster(side);
  for (const Stroke& stroke : strokes) raster.add(stroke);
  return raster.image();
}

}  // namespace mlplab
