// The one door to stb_image: PNG and JPEG bytes in memory to grey or colours, and alpha. Formats are switched on in
// stb_decoder.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlplab {

struct DecodedImage {
  int height = 0;
  int width = 0;
  bool has_alpha = false;
  int channels = 0;                  // of `pixels`: 2, grey and alpha, or 4, red, green, blue and alpha
  std::vector<std::uint8_t> pixels;  // [height, width, channels]
};

/// The size in the header alone; false if `bytes` is no PNG or JPEG.
bool decoded_size(std::string_view bytes, int& height, int& width);

/// To 2 or 4 channels. Throws std::runtime_error with stb_image's short reason.
DecodedImage decode_image(std::string_view bytes, int channels);

}  // namespace mlplab
