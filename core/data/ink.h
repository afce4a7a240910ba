// Telling ink from paper in an image of a digit: a drawing, a scan or a photograph.
#pragma once

#include <string>

#include "core/data/gray_image.h"

namespace mlplab {

struct Ink {
  GrayImage image;    // ink up to 255, paper exactly 0; all zero where no ink stands out
  bool dark = false;  // the ink was darker than the paper
  std::string doubt;  // as keep_the_digit() says it (blots.h)
};

/// Leaves out a frame around the image (blots.h) and takes a shadow from it. Then splits the tones in two (tones.h);
/// the group that has most of the image's edge is the paper. Paper of one flat tone is subtracted and the ink's tones
/// are kept; with grainy paper (a photograph) tones up to three standard deviations above it become 0, the ink's mean
/// tone becomes 255, and what is not the digit is removed (blots.h): specks too, of less than 2 % of the largest blot
/// where the paper is grainy, 0.5 % where it is flat. The result is smaller than the image by the frame.
Ink separate_ink(const GrayImage& image);

}  // namespace mlplab
