// How an image lies in its file, and which way up it is: EXIF's orientation (CIPA DC-008, tag 274), as cameras and
// phones write it.
#pragma once

#include <string_view>

#include "core/data/image.h"

namespace mlplab {

/// 1 (as it lies) to 8, from a block of EXIF that begins with its TIFF header; 1 where there is none or it is damaged.
int exif_orientation(std::string_view exif);
/// The image upright.
Image upright(const Image& from, int orientation);

}  // namespace mlplab
