// From an image or drawing of any size to the input of a network, the way MNIST was made (LeCun, Cortes and Burges,
// 'The MNIST database'): ink scaled, keeping its proportions, into 20×20 by averaging areas, then shifted by whole
// pixels until its centre of mass is the centre of 28×28. Other shapes keep the proportion 20:28.
#pragma once

#include <string>

#include "core/data/gray_image.h"

namespace mlplab {

inline constexpr int mnist_side = 28;

struct FittedDigit {
  GrayImage image;        // [height, width]: ink up to 255, paper exactly 0
  bool blank = false;     // there is no ink: image is all zero
  bool inverted = false;  // the ink was darker than the paper
  bool as_is = false;     // the image was already fitted and is used unchanged
  std::string doubt;      // one sentence where the digit may not be what was found; else ''
};

/// Finds out which of light and dark is the ink, removes the paper (its tone, grain and specks), and fits. An image
/// that is_fitted(), or is its negative, is used as it is: images of MNIST itself pass through unchanged.
FittedDigit fit_digit(const GrayImage& image, int height = mnist_side, int width = mnist_side);

/// The fitting alone, for drawings: ink is high on 0. All zero where `ink` is.
GrayImage fit_ink(const GrayImage& ink, int height = mnist_side, int width = mnist_side);

/// The image as a drawing on a square sheet of `side` pixels, from which fit_ink() makes what fit_digit() makes of
/// the image itself, but for what is lost in scaling twice, and at times one pixel in its place.
FittedDigit image_on_sheet(const GrayImage& image, int side);

/// Whether `image` looks as MNIST's do: of this size, light ink on 0 whose longer side is that of the inner box (20 of
/// 28, one less allowed), whose centre of mass is within half a pixel of the centre, and whose brightest pixel is at
/// least 250. All 70,000 images of MNIST are.
bool is_fitted(const GrayImage& image, int height = mnist_side, int width = mnist_side);

}  // namespace mlplab
