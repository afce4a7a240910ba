// Drawings as strokes, and their pixels: a round pen whose edge is one pixel soft. The canvas of the window, the
// network's view of a drawing and the tests all get their pixels here.
#pragma once

#include <cstddef>
#include <vector>

#include "core/data/gray_image.h"

namespace mlplab {

/// A drawing's own coordinates: a square sheet of this side, x to the right, y down.
inline constexpr float sheet_side = 280.0F;

struct PenPoint {
  float x = 0, y = 0;
  float pressure = 1;  // scales the stroke's width here
  bool operator==(const PenPoint&) const = default;
};

struct Stroke {
  float width = 20;  // of the pen, in sheet units
  std::vector<PenPoint> points;
  bool operator==(const Stroke&) const = default;
};

/// Pixels [side, side] of a sheet, ink 255 on 0. Adding strokes one by one, or point by point, gives the same pixels as
/// all at once: each pixel keeps the largest coverage that any part of a stroke gave it.
class StrokeRaster {
 public:
  explicit StrokeRaster(int side);

  /// Draws `stroke` from point `first` on (the line to it included): 0 for a new stroke, or the number of points that
  /// were drawn already.
  void add(const Stroke& stroke, std::size_t first = 0);
  void clear();
  /// Makes a square image of any size (ink high on 0), scaled, what the strokes to come are drawn on.
  void lay(const GrayImage& image);
  const GrayImage& image() const { return image_; }

 private:
  void draw_segment(PenPoint from, PenPoint to, float width);

  GrayImage image_;
};

/// All strokes on a sheet of `side` pixels. The network's view of a drawing starts from `side` = sheet_side.
GrayImage rasterize(const std::vector<Stroke>& strokes, int side = static_cast<int>(sheet_side));

}  // namespace mlplab
