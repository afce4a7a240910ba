#include "tests/support/image_writer.h"

#include <algorithm>

#include "core/base/random.h"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#if __has_include(<stb/stb_image_write.h>)
#include <stb/stb_image_write.h>
#else
#include <stb_image_write.h>
#endif
#pragma GCC diagnostic pop

namespace mlplab::test {
namespace {

void append(void* target, void* data, int size) {
  static_cast<std::string*>(target)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

std::string png_bytes(int height, int width, int channels, const std::vector<std::uint8_t>& values) {
  std::string bytes;
  stbi_write_png_to_func(append, &bytes, width, height, channels, values.data(), width * channels);
  return bytes;
}

std::string png_bytes(const GrayImage& image) { return png_bytes(image.height, image.width, 1, image.pixels); }

std::string jpeg_bytes(const GrayImage& image, int quality) {
  std::string bytes;
  stbi_write_jpg_to_func(append, &bytes, image.width, image.height, 1, image.pixels.data(), quality);
  return bytes;
}

GrayImage on_sheet(const GrayImage& image, int height, int width, int top, int left, std::uint8_t paper) {
  GrayImage sheet(height, width);
  std::ranges::fill(sheet.pixels, paper);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) sheet.at(top + y, left + x) = image.at(y, x);
  return sheet;
}

GrayImage negative(const GrayImage& image) {
  GrayImage result = image;
  for (std::uint8_t& pixel : result.pixels) pixel = static_cast<std::uint8_t>(255 - pixel);
  return result;
}

GrayImage photographed(const GrayImage& image, int paper, int ink, int grain, std::uint32_t seed) {
  Random random(seed, RandomStream::split, 0);
  GrayImage result = image;
  for (std::uint8_t& pixel : result.pixels) {
    const float noise = (random.symmetric() + random.symmetric()) / 2 * static_cast<float>(grain);
    const float tone = static_cast<float>(paper) + static_cast<float>(ink - paper) * static_cast<float>(pixel) / 255;
    pixel = static_cast<std::uint8_t>(std::clamp(tone + noise, 0.0F, 255.0F));
  }
  return result;
}

}  // namespace mlplab::test
