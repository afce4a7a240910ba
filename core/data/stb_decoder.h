// The one door to stb_image: PNG and JPEG bytes in memory to grey and alpha. Formats are switched on in
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
  std::vector<std::uint8_t> gray_alpha;  // [height, width, 2]
};

/// The size in the header alone; false if `bytes` is no PNG or JPEG.
bool decoded_size(std::string_view bytes, int& height, int& width);

/// Throws std::runtime_error with stb_image's short reason.
DecodedImage decode_image(std::string_view bytes);

}  // namespace mlplab
