// An image of one channel in memory: what image files and drawings become before digit_fit.h makes network input of
// them. Nothing else needs to be added here; colour images are turned grey where they are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlplab {

/// 8-bit grey, 0 is black. pixels [height, width] row-major.
struct GrayImage {
  int height = 0;
  int width = 0;
  std::vector<std::uint8_t> pixels;

  GrayImage() = default;
  GrayImage(int image_height, int image_width)
      : height(image_height),
        width(image_width),
        pixels(static_cast<std::size_t>(image_height) * static_cast<std::size_t>(image_width)) {}

  std::uint8_t& at(int y, int x) { return pixels[index(y, x)]; }
  std::uint8_t at(int y, int x) const { return pixels[index(y, x)]; }
  std::size_t index(int y, int x) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
  bool operator==(const GrayImage&) const = default;
};

}  // namespace mlplab
