// The two orders in which files keep the numbers of a colour image: pixel by pixel (red, green, blue of each), or one
// plane after the other, as data sets have them here.
#pragma once

#include <cstdint>
#include <vector>

#include "core/data/dataset.h"

namespace mlplab {

/// Whether images of `shape`, features [n, height * width * channels], are plane by plane, where the file does not say:
/// a pixel is more like the one below it than like one of another row, so that the order whose rows are more alike is
/// theirs. Images of noise give either answer.
bool looks_planar(const std::vector<std::uint8_t>& features, const ImageShape& shape);
/// Pixel by pixel to plane by plane, image by image.
void make_planar(std::vector<std::uint8_t>& features, const ImageShape& shape);

}  // namespace mlplab
