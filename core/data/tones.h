// The grey levels of an image: as a histogram, split into two groups, and without the shadow that lies over a part of
// it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/data/gray_image.h"

namespace mlplab {

using Histogram = std::array<std::uint64_t, 256>;

Histogram histogram_of(const GrayImage& image);

struct Tones {
  double mean = 0;
  double deviation = 0;
  double count = 0;
};

/// The tones of the levels first … last.
Tones tones_of(const Histogram& histogram, int first, int last);

struct TwoTones {
  int threshold = 0;        // the highest level of the darker group
  double separability = 0;  // the share of the variance that lies between the groups, 0 to 1
};

/// The split with the largest variance between the groups (Otsu, 'A threshold selection method from gray-level
/// histograms', 1979).
TwoTones otsu(const Histogram& histogram);

/// An image with dark ink as if its paper were lit evenly: each pixel divided by the paper around it, which a grey
/// closing finds (dilation, then erosion, over a fifth of the image: Serra, 'Image Analysis and Mathematical
/// Morphology', 1982). Nothing where the paper is even, the ink is not darker than it, or ink and paper are told apart
/// no better afterwards.
std::optional<GrayImage> evenly_lit(const GrayImage& image);

}  // namespace mlplab
