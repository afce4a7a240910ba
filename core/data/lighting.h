// Paper that is lit unevenly: a photographed sheet with a shadow over a part of it.
#pragma once

#include <optional>

#include "core/data/gray_image.h"

namespace mlplab {

/// An image with dark ink as if its paper were lit evenly: each pixel divided by the paper around it, which a grey
/// closing finds (dilation, then erosion, over a fifth of the image: Serra, 'Image Analysis and Mathematical
/// Morphology', 1982). Nothing where the paper is even, the ink is not darker than it, or ink and paper are told apart
/// no better afterwards.
std::optional<GrayImage> evenly_lit(const GrayImage& image);

}  // namespace mlplab
