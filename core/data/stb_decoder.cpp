// stb_image, compiled here and nowhere else. Its single allocations are bounded, so that a small file which unpacks to
// gigabytes fails instead of taking the machine's memory.
#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "core/data/decoders.h"

namespace {

constexpr std::size_t max_bytes_at_once = std::size_t{768} << 20;

// Memory is zeroed: a JPEG that lacks a table is decoded with the memory in its place, which must not be random (nor
// fail an assertion).
void* bounded_malloc(std::size_t bytes) { return bytes > max_bytes_at_once ? nullptr : std::calloc(bytes, 1); }
void* bounded_realloc(void* old, std::size_t bytes) {
  return bytes > max_bytes_at_once ? nullptr : std::realloc(old, bytes);
}

}  // namespace

#define STBI_MALLOC(bytes) bounded_malloc(bytes)
#define STBI_REALLOC(old, bytes) bounded_realloc(old, bytes)
#define STBI_FREE(old) std::free(old)
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_GIF
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_MAX_DIMENSIONS (1 << 20)
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#if __has_include(<stb/stb_image.h>)
#include <stb/stb_image.h>
#else
#include <stb_image.h>
#endif
#pragma GCC diagnostic pop

namespace mlplab {
namespace {

const stbi_uc* stb_bytes(std::string_view bytes) { return reinterpret_cast<const stbi_uc*>(bytes.data()); }

}  // namespace

bool decoded_size(std::string_view bytes, int& height, int& width) {
  int channels = 0;
  return stbi_info_from_memory(stb_bytes(bytes), static_cast<int>(bytes.size()), &width, &height, &channels) != 0;
}

DecodedImage decode_image(std::string_view bytes, int channels) {
  DecodedImage image{.channels = channels};
  const auto size = static_cast<int>(bytes.size());
  int own = 0;
  const auto take = [&](auto* values, auto to_8_bits) {
    if (values == nullptr) throw std::runtime_error(stbi_failure_reason());
    image.pixels.resize(static_cast<std::size_t>(channels) * static_cast<std::size_t>(image.width) *
                        static_cast<std::size_t>(image.height));
    std::transform(values, values + image.pixels.size(), image.pixels.begin(), to_8_bits);
    stbi_image_free(values);
  };
  if (stbi_is_16_bit_from_memory(stb_bytes(bytes), size) == 0) {
    take(stbi_load_from_memory(stb_bytes(bytes), size, &image.width, &image.height, &own, channels),
         [](stbi_uc value) { return value; });
    return image;
  }
  image.largest_of_16_bits = 0;
  int at = 0;
  take(stbi_load_16_from_memory(stb_bytes(bytes), size, &image.width, &image.height, &own, channels),
       [&](stbi_us value) {
         const bool alpha = ++at % channels == 0;
         if (!alpha) image.largest_of_16_bits = std::max(image.largest_of_16_bits, int{value});
         return static_cast<std::uint8_t>(value >> 8);
       });
  return image;
}

}  // namespace mlplab
