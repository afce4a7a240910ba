// Rows of numbers that are images, as tables and arrays have them where they do not say what a number means: the shape,
// the range of grey and the order of colours are found in the training images, and the others are taken alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"

namespace mlplab {

/// One split of a source: whole numbers up to 255, or fractions of 1 everywhere.
struct PixelRows {
  std::string file;                    // for what is told of it
  std::vector<std::uint8_t> features;  // [n, numbers of an image]
  bool fractions = false;              // in the source: as features they are 0 to 255

  /// The first fraction tells that all are. False where the number is neither.
  bool take(double value);
};

/// The square image of so many numbers, grey or of three colours.
std::optional<ImageShape> square_of(std::size_t numbers);
/// Grey levels of fewer bits (0 to 1, 0 to 16) would all be black: the highest of the training images becomes 255.
/// Throws InputError where one split has fractions and another has not.
void bring_to_full_range(PixelRows& train, const std::vector<PixelRows*>& others, std::vector<std::string>& notes);
/// Plane by plane, whichever way the source has the colours.
void order_colors(PixelRows& train, const std::vector<PixelRows*>& others, const ImageShape& image,
                  std::vector<std::string>& notes);
/// Pixel by pixel to plane by plane, image by image.
void make_planar(std::vector<std::uint8_t>& features, const ImageShape& image);

}  // namespace mlplab
