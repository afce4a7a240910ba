// Images for tests, encoded by stb_image_write: the program itself only reads PNG and JPEG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/gray_image.h"

namespace mlplab::test {

/// values [height, width, channels]; 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
std::string png_bytes(int height, int width, int channels, const std::vector<std::uint8_t>& values);
std::string png_bytes(const GrayImage& image);
std::string jpeg_bytes(const GrayImage& image, int quality = 90);

/// The image in another place: `image` on a sheet of height × width, its top left corner at (top, left).
GrayImage on_sheet(const GrayImage& image, int height, int width, int top, int left, std::uint8_t paper = 0);
GrayImage negative(const GrayImage& image);
/// As if photographed: ink `ink` dark on paper `paper` light, with grain of ± `grain` grey levels (seeded).
GrayImage photographed(const GrayImage& image, int paper, int ink, int grain, std::uint32_t seed);

}  // namespace mlplab::test
