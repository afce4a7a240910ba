#include "core/data/webp_decoder.h"

#include <stdexcept>

#include "core/base/language.h"

#ifdef MLPLAB_WITH_WEBP
#include <webp/decode.h>

namespace mlplab {
namespace {

const std::uint8_t* start_of(std::string_view bytes) { return reinterpret_cast<const std::uint8_t*>(bytes.data()); }

}  // namespace

std::string why_no_webp() { return {}; }

WebpSize webp_size(std::string_view bytes) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(start_of(bytes), bytes.size(), &features) != VP8_STATUS_OK) return {};
  return {features.height, features.width, features.has_animation != 0};
}

DecodedImage decode_webp(std::string_view bytes) {
  const WebpSize size = webp_size(bytes);
  DecodedImage image{.height = size.height, .width = size.width, .channels = 4};
  image.pixels.resize(static_cast<std::size_t>(image.height) * static_cast<std::size_t>(image.width) * 4);
  if (WebPDecodeRGBAInto(start_of(bytes), bytes.size(), image.pixels.data(), image.pixels.size(), image.width * 4) ==
      nullptr)
    throw std::runtime_error(say("its WebP data are damaged"));
  return image;
}

}  // namespace mlplab
#else
namespace mlplab {

std::string why_no_webp() { return MLPLAB_NO_WEBP; }
WebpSize webp_size(std::string_view /*bytes*/) { return {}; }
DecodedImage decode_webp(std::string_view /*bytes*/) { throw std::runtime_error(why_no_webp()); }

}  // namespace mlplab
#endif
