// stb_image forgives damage (it checks no PNG checksum and fills up a truncated JPEG), so files are checked here first.
#include "core/data/image_file.h"

#include <libdeflate.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/data/pgm.h"
#include "core/data/stb_decoder.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;
using std::string_view;

constexpr std::uintmax_t max_file_bytes = std::uintmax_t{256} << 20;
constexpr string_view png_magic{"\x89PNG\r\n\x1a\n", 8};
constexpr string_view jpeg_magic{"\xff\xd8\xff", 3};

unsigned byte_at(string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

std::size_t big_endian_32(string_view bytes, std::size_t at) {
  return std::size_t{byte_at(bytes, at)} << 24 | byte_at(bytes, at + 1) << 16 | byte_at(bytes, at + 2) << 8 |
         byte_at(bytes, at + 3);
}

using Size = std::pair<long long, long long>;  // height, width; 0 where there is none

/// From the header chunk, which must come first.
Size png_size(string_view bytes) {
  if (bytes.size() < 33 || bytes.substr(12, 4) != "IHDR") return {0, 0};
  return {big_endian_32(bytes, 20), big_endian_32(bytes, 16)};
}

Size jpeg_size(string_view bytes) {
  int height = 0;
  int width = 0;
  return decoded_size(bytes, height, width) ? Size{height, width} : Size{0, 0};
}

enum class Wholeness { whole, truncated, damaged };

/// Walks the chunks (length, name, data, CRC-32 of name and data) to IEND.
Wholeness check_png(string_view bytes) {
  constexpr std::size_t frame = 12;  // length, name and CRC
  std::size_t at = png_magic.size();
  while (bytes.size() - at >= frame) {
    const std::size_t length = big_endian_32(bytes, at);
    if (length > bytes.size() - at - frame) return Wholeness::truncated;
    if (libdeflate_crc32(0, bytes.data() + at + 4, length + 4) != big_endian_32(bytes, at + 8 + length))
      return Wholeness::damaged;
    if (bytes.substr(at + 4, 4) == "IEND") return Wholeness::whole;
    at += frame + length;
  }
  return Wholeness::truncated;
}

/// A segment of Huffman tables: for each a name, 16 counts (codes of each length) and as many values, 256 at most.
/// Older releases of stb_image write past their tables where the counts say more.
bool sound_huffman_tables(string_view tables) {
  constexpr std::size_t counts_end = 17;
  while (!tables.empty()) {
    if (tables.size() < counts_end) return false;
    std::size_t values = 0;
    for (std::size_t i = 1; i < counts_end; ++i) values += byte_at(tables, i);
    if (values > 256 || values > tables.size() - counts_end) return false;
    tables.remove_prefix(counts_end + values);
  }
  return true;
}

/// Walks the segments to the end-of-image marker. In compressed data FF is followed by 00 or a restart marker (D0–D7).
Wholeness check_jpeg(string_view bytes) {
  std::size_t at = 2;
  bool scanning = false;
  while (at + 1 < bytes.size()) {
    const unsigned marker = byte_at(bytes, at + 1);
    if (byte_at(bytes, at) != 0xFF || (scanning && (marker == 0 || (marker >= 0xD0 && marker <= 0xD7)))) {
      if (!scanning) return Wholeness::damaged;
      ++at;
    } else if (marker == 0xFF) {
      ++at;  // fill byte
    } else if (marker == 0xD9) {
      return scanning ? Wholeness::whole : Wholeness::damaged;
    } else {
      if (at + 3 >= bytes.size()) return Wholeness::truncated;
      scanning = scanning || marker == 0xDA;
      const std::size_t length = byte_at(bytes, at + 2) << 8 | byte_at(bytes, at + 3);  // its own two bytes included
      if (length < 2) return Wholeness::damaged;
      if (at + 2 + length > bytes.size()) return Wholeness::truncated;
      if (marker == 0xC4 && !sound_huffman_tables(bytes.substr(at + 4, length - 2))) return Wholeness::damaged;
      at += 2 + length;
    }
  }
  return Wholeness::truncated;
}

/// Of one pixel, alpha after it.
int luminance(const std::uint8_t* pixel, int channels) {
  return channels == 2 ? pixel[0] : (pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29) >> 8;
}

/// Lays the picture on paper of the other brightness than its ink, as planes.
Picture without_alpha(const DecodedImage& image) {
  const auto stride = static_cast<std::size_t>(image.channels), colours = stride - 1;
  const std::size_t plane = image.pixels.size() / stride;
  Picture picture{{image.height, image.width, image.channels - 1}, std::vector<std::uint8_t>(plane * colours)};
  std::uint64_t ink = 0;
  std::uint64_t weight = 0;
  for (std::size_t i = 0; i < image.pixels.size(); i += stride) {
    const unsigned alpha = image.pixels[i + colours];
    ink += static_cast<std::uint64_t>(luminance(&image.pixels[i], image.channels)) * alpha;
    weight += alpha;
  }
  const unsigned paper = weight > 0 && ink / weight >= 128 ? 0 : 255;
  for (std::size_t i = 0; i < plane; ++i) {
    const unsigned alpha = image.pixels[i * stride + colours];
    for (std::size_t c = 0; c < colours; ++c)
      picture.pixels[c * plane + i] =
          static_cast<std::uint8_t>((image.pixels[i * stride + c] * alpha + paper * (255 - alpha) + 127) / 255);
  }
  return picture;
}

bool has_colour(const Picture& picture) {
  const std::size_t plane = picture.pixels.size() / 3;
  const std::uint8_t* red = picture.pixels.data();
  return !std::equal(red, red + plane, red + plane) || !std::equal(red, red + plane, red + 2 * plane);
}

/// To 1 channel or 3. Everything that can be wrong with a file is found here.
Picture read(const fs::path& path, int channels) {
  const std::string bytes = read_file(path, max_file_bytes);
  if (bytes.empty()) throw InputError(say("%1 is empty; save the picture again", path.string()));
  if (is_pgm(bytes)) {
    GrayImage gray = read_pgm(bytes, path, max_image_pixels);
    return {{gray.height, gray.width, 1}, std::move(gray.pixels)};
  }
  const bool png = bytes.starts_with(png_magic);
  if (!png && !bytes.starts_with(jpeg_magic))
    throw InputError(say("%1 is not a PNG, JPEG or PGM picture; save it as one of these", path.string()));
  const Wholeness wholeness = png ? check_png(bytes) : check_jpeg(bytes);
  if (wholeness != Wholeness::whole)
    throw InputError(say(wholeness == Wholeness::truncated ? "%1 is truncated; save or copy the picture again"
                                                           : "%1 is damaged; save or copy the picture again",
                         path.string()));
  const auto [height, width] = png ? png_size(bytes) : jpeg_size(bytes);
  if (height == 0 || width == 0) throw InputError(say("%1 is damaged: its header makes no sense", path.string()));
  if (height > max_image_pixels / width)
    throw InputError(say("%1 has %2×%3 pixels, more than the %4 million that are read; make it smaller", path.string(),
                         width, height, max_image_pixels / 1'000'000));
  try {
    return without_alpha(decode_image(bytes, channels + 1));
  } catch (const std::runtime_error& error) {
    throw InputError(say("%1 cannot be decoded (%2); save the picture again", path.string(), error.what()));
  }
}

}  // namespace

GrayImage read_gray_image(const fs::path& path) {
  Picture picture = read(path, 1);
  GrayImage gray;
  gray.height = picture.shape.height, gray.width = picture.shape.width, gray.pixels = std::move(picture.pixels);
  return gray;
}

Picture read_picture(const fs::path& path) {
  Picture picture = read(path, 3);
  if (picture.shape.channels == 3 && !has_colour(picture)) return with_channels(std::move(picture), 1);
  return picture;
}

void write_pgm(const fs::path& path, const GrayImage& image) {
  std::string bytes = "P5\n" + std::to_string(image.width) + " " + std::to_string(image.height) + "\n255\n";
  bytes.append(image.pixels.begin(), image.pixels.end());
  write_file_atomically(path, bytes);
}

bool has_image_name(const fs::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
  return extension == ".png" || extension == ".jpg" || extension == ".jpeg" || extension == ".pgm";
}

}  // namespace mlplab
