// The grey levels of an image as a histogram, and the split of it into two groups.
#pragma once

#include <array>
#include <cstdint>

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

}  // namespace mlplab
