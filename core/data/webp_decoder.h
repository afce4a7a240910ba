// WebP files in memory, by libwebp. Where this build has none, the reason.
#pragma once

#include <string>
#include <string_view>

#include "core/data/stb_decoder.h"

namespace mlplab {

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

}  // namespace mlplab
