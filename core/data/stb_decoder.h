// The one door to stb_image: PNG, JPEG, BMP and GIF bytes in memory to grey or colours, and alpha. Formats are switched
// on in stb_decoder.cpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace mlplab {

struct DecodedImage {
  int height = 0;
  int width = 0;
  int channels = 0;                  // of `pixels`: 2, grey and alpha, or 4, red, green, blue and alpha
  int largest_of_16_bits = 65535;    // at least the largest value of an image of 16 bits; 65535 for one of fewer
  std::vector<std::uint8_t> pixels;  // [height, width, channels]
};

/// The size in the header alone; false if `bytes` is none of these.
bool decoded_size(std::string_view bytes, int& height, int& width);

/// To 2 or 4 channels; of an animation the first image. Throws std::runtime_error with stb_image's short reason.
DecodedImage decode_image(std::string_view bytes, int channels);

}  // namespace mlplab
