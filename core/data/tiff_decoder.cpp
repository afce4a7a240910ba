#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "core/data/decoders.h"

#ifdef MLPLAB_WITH_TIFF
#include <tiffio.h>

#include <cstdio>
#include <memory>
#include <vector>

#include "core/base/language.h"

namespace mlplab {
namespace {

/// The bytes that libtiff reads, and its position in them.
struct Memory {
  std::string_view bytes;
  std::uint64_t at = 0;
};

thread_local std::string reason;  // libtiff tells a function of the whole process

void keep_reason(const char* /*module*/, const char* format, va_list words) {
  char text[400];
  std::vsnprintf(text, sizeof text, format, words);
  reason = text;
}

tmsize_t read_some(thandle_t handle, void* to, tmsize_t wanted) {
  auto& memory = *static_cast<Memory*>(handle);
  const std::uint64_t left = memory.at < memory.bytes.size() ? memory.bytes.size() - memory.at : 0;
  const std::uint64_t count = std::min(left, static_cast<std::uint64_t>(wanted));
  std::memcpy(to, memory.bytes.data() + (count > 0 ? memory.at : 0), count);
  memory.at += count;
  return static_cast<tmsize_t>(count);
}
tmsize_t write_nothing(thandle_t /*handle*/, void* /*from*/, tmsize_t /*count*/) { return 0; }
toff_t seek(thandle_t handle, toff_t to, int whence) {
  auto& memory = *static_cast<Memory*>(handle);
  const std::uint64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? memory.at : memory.bytes.size();
  return memory.at = from + to;
}
int close_nothing(thandle_t /*handle*/) { return 0; }
toff_t size_of(thandle_t handle) { return static_cast<Memory*>(handle)->bytes.size(); }

struct Close {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using Opened = std::unique_ptr<TIFF, Close>;

Opened open(Memory& memory) {
  static const bool told = [] {
    TIFFSetErrorHandler(keep_reason);
    TIFFSetWarningHandler(nullptr);
    return true;
  }();
  (void)told;
  reason.clear();
  // 'm': nothing is mapped. A whole file is at hand.
  return Opened(TIFFClientOpen("picture", "rm", &memory, read_some, write_nothing, seek, close_nothing, size_of,
                               nullptr, nullptr));  // untranslated: for libtiff
}

}  // namespace

std::string why_no_tiff() { return {}; }

TiffSize tiff_size(std::string_view bytes) {
  Memory memory{bytes};
  const Opened tiff = open(memory);
  if (tiff == nullptr) return {};
  std::uint32_t width = 0, height = 0;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
  if (width > 1 << 20 || height > 1 << 20) width = height = 1 << 20;  // more than is read, and no overflow
  std::uint16_t orientation = ORIENTATION_TOPLEFT;
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_ORIENTATION, &orientation);
  return {static_cast<int>(height), static_cast<int>(width), TIFFLastDirectory(tiff.get()) != 0 ? 1 : 2, orientation};
}

DecodedImage decode_tiff(std::string_view bytes) {
  Memory memory{bytes};
  const Opened tiff = open(memory);
  std::uint32_t width = 0, height = 0;
  if (tiff == nullptr || TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width) == 0 ||
      TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height) == 0)
    throw std::runtime_error(reason.empty() ? say("its header is damaged") : reason);
  // As it lies: libtiff mirrors images, but turns none.
  TIFFSetField(tiff.get(), TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  std::vector<std::uint32_t> raster(std::size_t{width} * height);
  if (TIFFReadRGBAImageOriented(tiff.get(), width, height, raster.data(), ORIENTATION_TOPLEFT, /*stop=*/1) == 0)
    throw std::runtime_error(reason.empty() ? say("its data are damaged") : reason);
  DecodedImage image{.height = static_cast<int>(height), .width = static_cast<int>(width), .channels = 4};
  image.pixels.reserve(4 * raster.size());
  for (const std::uint32_t pixel : raster) {
    const unsigned alpha = TIFFGetA(pixel);  // by which libtiff has multiplied the colours
    for (const unsigned value : {TIFFGetR(pixel), TIFFGetG(pixel), TIFFGetB(pixel)})
      image.pixels.push_back(static_cast<std::uint8_t>(alpha == 0 ? 0 : std::min(255U, value * 255 / alpha)));
    image.pixels.push_back(static_cast<std::uint8_t>(alpha));
  }
  std::uint16_t bits = 8;
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_BITSPERSAMPLE, &bits);
  if (bits == 16) {
    unsigned lightest = 0;
    for (const std::uint32_t pixel : raster)
      lightest = std::max({lightest, TIFFGetR(pixel), TIFFGetG(pixel), TIFFGetB(pixel)});
    image.largest_of_16_bits = static_cast<int>(std::min(65535U, lightest * 257 + 128));  // libtiff rounds to 8 bits
  }
  return image;
}

}  // namespace mlplab
#else
namespace mlplab {

std::string why_no_tiff() { return MLPLAB_NO_TIFF; }
TiffSize tiff_size(std::string_view /*bytes*/) { return {}; }
DecodedImage decode_tiff(std::string_view /*bytes*/) { throw std::runtime_error(why_no_tiff()); }

}  // namespace mlplab
#endif
