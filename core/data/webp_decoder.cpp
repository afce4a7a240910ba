#include <stdexcept>

#include "core/base/language.h"
#include "core/data/decoders.h"

#ifdef MLPLAB_WITH_WEBP
#include <webp/decode.h>
#include <webp/demux.h>

#include <memory>

namespace mlplab {
namespace {

const std::uint8_t* webp_bytes(std::string_view bytes) { return reinterpret_cast<const std::uint8_t*>(bytes.data()); }

}  // namespace

std::string why_no_webp() { return {}; }

WebpSize webp_size(std::string_view bytes) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(webp_bytes(bytes), bytes.size(), &features) != VP8_STATUS_OK) return {};
  return {features.height, features.width, features.has_animation != 0};
}

DecodedImage decode_webp(std::string_view bytes) {
  const WebpSize size = webp_size(bytes);
  const WebPData data{webp_bytes(bytes), bytes.size()};
  // It takes an image for an animation of one frame.
  const std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> frames(WebPAnimDecoderNew(&data, nullptr),
                                                                            WebPAnimDecoderDelete);
  std::uint8_t* pixels = nullptr;
  int shown_at = 0;
  if (frames == nullptr || WebPAnimDecoderGetNext(frames.get(), &pixels, &shown_at) == 0)
    throw std::runtime_error(say("its WebP data are damaged"));
  DecodedImage image{.height = size.height, .width = size.width, .channels = 4};
  image.pixels.assign(
      pixels, pixels + std::size_t{4} * static_cast<std::size_t>(size.height) * static_cast<std::size_t>(size.width));
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
