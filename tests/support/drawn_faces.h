// Drawn faces that OpenCV's frontal cascade takes for faces, for tests: no photograph of anybody is in the repository.
#pragma once

#include <filesystem>
#include <vector>

#include "core/data/gray_image.h"

namespace mlplab::test {

struct DrawnFace {
  double x = 0.0, y = 0.0;  // its middle, in pixels
  double radius = 50.0;     // half its width; 20 at least are found
};

/// A sheet of height × width in one grey, with these faces on it: hair, skin, brows, eyes, nose and mouth, all shaded.
GrayImage sheet_with_faces(int height, int width, const std::vector<DrawnFace>& faces);
/// As a PNG.
void write_sheet(const std::filesystem::path& file, const GrayImage& sheet);
/// Photographs in `folder`: a.png with one face, b.png without, c/d.png with three, e.png with two.
/// `damaged`: f.png, which is none.
void write_photographs(const std::filesystem::path& folder, bool damaged = false);
inline constexpr int drawn_photographs = 4, drawn_faces = 6;

}  // namespace mlplab::test
