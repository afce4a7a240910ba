// Tells which connected blots of ink belong to the digit, and which do not: specks, frames, marks at the edge.
#pragma once

#include <string>

#include "core/data/gray_image.h"

namespace mlplab {

/// How many rows and columns at each side of `image` are a frame around it: of another tone than what they surround,
/// all around, at most an eighth of the image's smaller side. 0: there is none.
int frame_width(const GrayImage& image);

/// The image without that many rows and columns at each side.
GrayImage without_rim(const GrayImage& image, int width);

/// Removes from `ink` what is not the digit: blots (8 neighbours) whose ink is less than `speck` of the
/// largest one's; a frame, angular and all around the largest of the other blots; blots at the image's edge where the
/// largest blot does not touch it. One sentence where something sizeable was removed, or stays beside the digit; else
/// ''.
std::string keep_the_digit(GrayImage& ink, double speck);

}  // namespace mlplab
