// The doors to the libraries that decode images in memory: stb_image (PNG, JPEG, BMP and GIF), libwebp and libtiff, and
// our own reader of the Netpbm family, a source each. Where this build lacks libwebp or libtiff, the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/image.h"

namespace mlplab {

struct DecodedImage {
  int height = 0;
  int width = 0;
  int channels = 0;                  // of `pixels`: 2, grey and alpha, or 4, red, green, blue and alpha
  int largest_of_16_bits = 65535;    // at least the largest value of an image of 16 bits; 65535 for one of fewer
  std::vector<std::uint8_t> pixels;  // [height, width, channels]
};

/// The size in the header alone; false if `bytes` is none of stb_image's formats.
bool decoded_size(std::string_view bytes, int& height, int& width);
/// To 2 or 4 channels; of an animation the first image. Throws std::runtime_error with stb_image's short reason.
DecodedImage decode_image(std::string_view bytes, int channels);

/// '' where WebP is read, else why not.
std::string why_no_webp();

struct WebpSize {
  int height = 0, width = 0;
  bool animated = false;
};

/// From the header; 0×0 where it is damaged.
WebpSize webp_size(std::string_view bytes);
/// To red, green, blue and alpha; of an animation the first image. Throws std::runtime_error.
DecodedImage decode_webp(std::string_view bytes);

/// '' where TIFF is read, else why not.
std::string why_no_tiff();

struct TiffSize {
  int height = 0, width = 0;  // as it lies in the file
  int pages = 0;
  int orientation = 1;  // as exif_orientation() has it
};

/// From the header of the first page; 0×0 where it is damaged.
TiffSize tiff_size(std::string_view bytes);
/// The first page, to red, green, blue and alpha. Throws std::runtime_error with libtiff's reason.
DecodedImage decode_tiff(std::string_view bytes);

/// The Netpbm family: bits (PBM: P1, P4), grey (PGM: P2, P5) and colours (PPM: P3, P6), as text and binary, up to 16
/// bits.
bool is_pnm(std::string_view bytes);
/// 1 channel, or 3 for colours. `path` is for the messages, `max_pixels` bounds the size. `lightest` becomes the
/// largest value, in 65535ths of what the header says is the largest, where that takes 16 bits; else 65535. Throws
/// InputError.
Image read_pnm(std::string_view bytes, const std::filesystem::path& path, long long max_pixels, int& lightest);

}  // namespace mlplab
