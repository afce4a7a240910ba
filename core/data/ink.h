// Telling ink from paper in a picture of a digit: a drawing, a scan or a photograph.
#pragma once

#include "core/data/gray_image.h"

namespace mlplab {

struct Ink {
  GrayImage image;    // ink up to 255, paper exactly 0; all zero where no ink stands out
  bool dark = false;  // the ink was darker than the paper
};

/// Splits the tones in two (Otsu, 'A threshold selection method from gray-level histograms', 1979); the group that has
/// most of the picture's edge is the paper. Paper of one flat tone is subtracted and the ink's tones are kept; with
/// grainy paper (a photograph) tones up to three standard deviations above it become 0, the ink's mean tone becomes
/// 255, and specks of less than 2 % of the largest blot are removed. Evenly lit paper is assumed.
Ink separate_ink(const GrayImage& picture);

}  // namespace mlplab
