// stb_image forgives damage (it checks no PNG checksum and fills up a truncated JPEG), so files are checked here first.
#include "core/data/image_file.h"

#include <libdeflate.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/data/decoders.h"
#include "core/data/folder_listing.h"
#include "core/data/image.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;
using std::string_view;

constexpr std::uintmax_t max_file_bytes = std::uintmax_t{256} << 20;
constexpr string_view png_magic{"\x89PNG\r\n\x1a\n", 8};

unsigned byte_at(string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

std::size_t big_endian_32(string_view bytes, std::size_t at) {
  return std::size_t{byte_at(bytes, at)} << 24 | byte_at(bytes, at + 1) << 16 | byte_at(bytes, at + 2) << 8 |
         byte_at(bytes, at + 3);
}

std::size_t little_endian(string_view bytes, std::size_t at, int count) {
  std::size_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | byte_at(bytes, at + static_cast<std::size_t>(i));
  return value;
}

enum class Wholeness { whole, truncated, damaged };

/// A file's own statements beside its pixels.
struct Found {
  Wholeness wholeness = Wholeness::truncated;
  long long height = 0, width = 0;  // 0 where there is none
  int orientation = 1;
  bool animated = false;
  bool other_profile = false;  // its colours are not meant as sRGB
  std::string unread;          // why its pixels are not read here, and what to do; else ''
};

Found sized_by_stb(string_view bytes) {
  Found found;
  int height = 0, width = 0;
  if (decoded_size(bytes, height, width)) found.height = height, found.width = width;
  return found;
}

/// Whether the colours of an ICC profile are other than sRGB's: its words name the space that it describes. Profiles of
/// grey images are not looked at.
bool is_other_profile(string_view icc) {
  constexpr std::size_t space_at = 16;
  if (icc.size() < space_at + 4 || icc.substr(space_at, 4) != "RGB ") return false;
  return icc.find("sRGB") == string_view::npos && icc.find(string_view("s\0R\0G\0B", 7)) == string_view::npos;
}

/// An iCCP chunk: a name, 0, 0, and the profile compressed.
bool is_other_png_profile(string_view chunk) {
  const std::size_t name_end = chunk.find('\0');
  if (name_end == string_view::npos || name_end + 2 > chunk.size()) return false;
  const string_view zipped = chunk.substr(name_end + 2);
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> unzipper(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  std::string profile(std::size_t{1} << 20, '\0');  // larger ones are of printers
  std::size_t size = 0;
  if (unzipper == nullptr || libdeflate_zlib_decompress(unzipper.get(), zipped.data(), zipped.size(), profile.data(),
                                                        profile.size(), &size) != LIBDEFLATE_SUCCESS)
    return false;
  return is_other_profile(string_view(profile).substr(0, size));
}

/// Walks the chunks (length, name, data, CRC-32 of name and data) to IEND.
Found look_at_png(string_view bytes) {
  constexpr std::size_t frame = 12;  // length, name and CRC
  Found found;
  // From the header chunk, which must come first.
  if (bytes.size() >= 33 && bytes.substr(12, 4) == "IHDR")
    found.height = static_cast<long long>(big_endian_32(bytes, 20)),
    found.width = static_cast<long long>(big_endian_32(bytes, 16));
  std::size_t at = png_magic.size();
  while (bytes.size() - at >= frame) {
    const std::size_t length = big_endian_32(bytes, at);
    if (length > bytes.size() - at - frame) return found;
    if (libdeflate_crc32(0, bytes.data() + at + 4, length + 4) != big_endian_32(bytes, at + 8 + length)) {
      found.wholeness = Wholeness::damaged;
      return found;
    }
    const string_view name = bytes.substr(at + 4, 4), data = bytes.substr(at + 8, length);
    if (name == "eXIf") found.orientation = exif_orientation(data);
    if (name == "acTL") found.animated = true;
    if (name == "iCCP") found.other_profile = is_other_png_profile(data);
    if (name == "IEND") {
      found.wholeness = Wholeness::whole;
      return found;
    }
    at += frame + length;
  }
  return found;
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

struct Inks {
  bool four = false;  // CMYK
  bool said = false;  // whether 0 is all ink or none
};

/// Reads a segment: APP1 holds EXIF, APP2 the profile (large ones in parts), APP14 Adobe's word on the inks.
void take_segment(unsigned marker, string_view data, Found& found, Inks& inks) {
  constexpr string_view exif{"Exif\0\0", 6}, profile{"ICC_PROFILE\0", 12};
  if (marker == 0xE1 && data.starts_with(exif)) found.orientation = exif_orientation(data.substr(exif.size()));
  if (marker == 0xE2 && data.starts_with(profile) && data.size() > 14 && data[12] == 1)
    found.other_profile = is_other_profile(data.substr(14));
  if (marker == 0xEE && data.starts_with("Adobe")) inks.said = true;
  const bool frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
  if (frame && data.size() > 5 && byte_at(data, 5) == 4) inks.four = true;
}

/// Walks the segments to the end-of-image marker. In compressed data FF is followed by 00 or a restart marker (D0–D7).
Wholeness check_jpeg(string_view bytes, Found& found) {
  std::size_t at = 2;
  bool scanning = false;
  Inks inks;
  while (at + 1 < bytes.size()) {
    const unsigned marker = byte_at(bytes, at + 1);
    if (byte_at(bytes, at) != 0xFF || (scanning && (marker == 0 || (marker >= 0xD0 && marker <= 0xD7)))) {
      if (!scanning) return Wholeness::damaged;
      ++at;
    } else if (marker == 0xFF) {
      ++at;  // fill byte
    } else if (marker == 0xD9) {
      if (inks.four && !inks.said)
        found.unread = say("it is a CMYK image that does not say whether its values are inverted; save it in RGB");
      return scanning ? Wholeness::whole : Wholeness::damaged;
    } else {
      if (at + 3 >= bytes.size()) return Wholeness::truncated;
      scanning = scanning || marker == 0xDA;
      const std::size_t length = byte_at(bytes, at + 2) << 8 | byte_at(bytes, at + 3);  // its own two bytes included
      if (length < 2) return Wholeness::damaged;
      if (at + 2 + length > bytes.size()) return Wholeness::truncated;
      take_segment(marker, bytes.substr(at + 4, length - 2), found, inks);
      if (marker == 0xC4 && !sound_huffman_tables(bytes.substr(at + 4, length - 2))) return Wholeness::damaged;
      at += 2 + length;
    }
  }
  return Wholeness::truncated;
}

Found look_at_jpeg(string_view bytes) {
  Found found = sized_by_stb(bytes);
  found.wholeness = check_jpeg(bytes, found);
  return found;
}

/// Walks the blocks to the trailer: extensions, and images, each with its own colours and data in sub-blocks.
Found look_at_gif(string_view bytes) {
  constexpr unsigned trailer = 0x3B, extension = 0x21, image = 0x2C;
  constexpr std::size_t header = 13, image_header = 10;
  Found found = sized_by_stb(bytes);
  const auto colours = [&](std::size_t flags_at) {
    const unsigned flags = byte_at(bytes, flags_at);
    return (flags & 0x80U) != 0 ? std::size_t{3} << ((flags & 7U) + 1) : std::size_t{0};
  };
  if (bytes.size() < header) return found;
  int images = 0;
  for (std::size_t at = header + colours(10); at < bytes.size();) {
    const unsigned block = byte_at(bytes, at);
    if (block == trailer) {
      found.wholeness = images > 0 ? Wholeness::whole : Wholeness::damaged;
      found.animated = images > 1;
      return found;
    }
    if (block == extension) {
      at += 2;
    } else if (block == image && at + image_header < bytes.size()) {
      ++images;
      at += image_header + colours(at + 9) + 1;  // and how many bits a code begins with
    } else {
      found.wholeness = block == image ? Wholeness::truncated : Wholeness::damaged;
      return found;
    }
    while (at < bytes.size() && byte_at(bytes, at) != 0) at += 1 + byte_at(bytes, at);  // sub-blocks
    ++at;
  }
  return found;
}

/// The header gives the length of the file; where it is 0, the length is not known. The length of compressed rows is
/// not known, either.
Found look_at_bmp(string_view bytes) {
  Found found = sized_by_stb(bytes);
  if (bytes.size() < 30) return found;
  const bool of_os2 = little_endian(bytes, 14, 4) == 12;
  const std::size_t compression = of_os2 || bytes.size() < 34 ? 0 : little_endian(bytes, 30, 4);
  const std::size_t pixels_at = little_endian(bytes, 10, 4), bits = little_endian(bytes, of_os2 ? 24 : 28, 2);
  const bool run_lengths = compression == 1 || compression == 2;
  const std::size_t row = run_lengths ? 0 : (static_cast<std::size_t>(found.width) * bits + 31) / 32 * 4;
  const std::size_t least =
      std::max(little_endian(bytes, 2, 4), pixels_at + row * static_cast<std::size_t>(found.height));
  if (run_lengths) found.unread = say("its rows are compressed by run lengths; save it without, or as PNG");
  found.wholeness = least <= bytes.size() ? Wholeness::whole : Wholeness::truncated;
  return found;
}

Found look_at_webp(string_view bytes) {
  Found found;
  const WebpSize size = webp_size(bytes);
  found.height = size.height, found.width = size.width, found.animated = size.animated;
  if (bytes.size() < 20 || little_endian(bytes, 4, 4) + 8 > bytes.size()) return found;
  found.wholeness = Wholeness::whole;
  constexpr std::size_t first_chunk = 12;
  for (std::size_t at = first_chunk; at + 8 <= bytes.size();) {
    const std::size_t length = little_endian(bytes, at + 4, 4);
    if (bytes.substr(at, 4) == "EXIF") found.orientation = exif_orientation(bytes.substr(at + 8, length));
    if (bytes.substr(at, 4) == "ICCP") found.other_profile = is_other_profile(bytes.substr(at + 8, length));
    at += 8 + length + length % 2;
  }
  return found;
}

Found look_at_tiff(string_view bytes) {
  Found found;
  const TiffSize size = tiff_size(bytes);
  found.height = size.height, found.width = size.width, found.animated = size.pages > 1;
  found.orientation = size.orientation;
  found.wholeness = Wholeness::whole;  // libtiff says it where data are missing
  return found;
}

bool is_webp(string_view bytes) {
  return bytes.size() >= 12 && bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP";
}
bool is_tiff(string_view bytes) {
  return bytes.starts_with(string_view("II*\0", 4)) || bytes.starts_with(string_view("MM\0*", 4));
}

struct Format {
  const char* name;
  std::initializer_list<const char*> endings;
  std::string (*why_not)();
  bool (*is)(string_view bytes);
  Found (*look_at)(string_view bytes);
  DecodedImage (*decode)(string_view bytes, int channels);
};

std::string always() { return {}; }

/// PNM is not among them: it has its own reader, which needs no decoder.
const Format formats[] = {
    {"PNG",
     {".png", ".apng"},
     always,
     [](string_view bytes) { return bytes.starts_with(png_magic); },
     look_at_png,
     decode_image},
    {"JPEG",
     {".jpg", ".jpeg", ".jpe", ".jfif"},
     always,
     [](string_view bytes) { return bytes.starts_with("\xff\xd8\xff"); },
     look_at_jpeg,
     decode_image},
    {"BMP",
     {".bmp", ".dib"},
     always,
     [](string_view bytes) { return bytes.starts_with("BM"); },
     look_at_bmp,
     decode_image},
    {"GIF", {".gif"}, always, [](string_view bytes) { return bytes.starts_with("GIF8"); }, look_at_gif, decode_image},
    {"WebP", {".webp"}, why_no_webp, is_webp, look_at_webp, [](string_view bytes, int) { return decode_webp(bytes); }},
    {"TIFF",
     {".tif", ".tiff"},
     why_no_tiff,
     is_tiff,
     look_at_tiff,
     [](string_view bytes, int) { return decode_tiff(bytes); }},
};

constexpr const char* pnm_endings[] = {".pgm", ".ppm", ".pbm", ".pnm"};
/// Endings of formats that are not supported.
constexpr std::pair<const char*, const char*> unread_endings[] = {
    {".heic", "HEIC"},     {".heif", "HEIF"}, {".avif", "AVIF"}, {".jxl", "JPEG XL"},
    {".jp2", "JPEG 2000"}, {".svg", "SVG"},   {".psd", "PSD"},   {".dng", "DNG"},
    {".cr2", "CR2"},       {".nef", "NEF"},   {".arw", "ARW"},   {".tga", "TGA"}};

std::string ending_of(const fs::path& path) { return in_small_letters(path.extension().string()); }

const Format* format_of_name(const fs::path& path) {
  const std::string ending = ending_of(path);
  const auto found = std::ranges::find_if(
      formats, [&](const Format& format) { return std::ranges::find(format.endings, ending) != format.endings.end(); });
  return found == std::end(formats) ? nullptr : found;
}

/// The luminance of one pixel, without its alpha.
int luminance(const std::uint8_t* pixel, int channels) {
  return channels == 2 ? pixel[0] : (pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29) >> 8;
}

/// Lays the image on paper of the other brightness than its ink, as planes.
Image without_alpha(const DecodedImage& decoded) {
  const auto stride = static_cast<std::size_t>(decoded.channels), colours = stride - 1;
  const std::size_t plane = decoded.pixels.size() / stride;
  Image image{{decoded.height, decoded.width, decoded.channels - 1}, std::vector<std::uint8_t>(plane * colours)};
  std::uint64_t ink = 0;
  std::uint64_t weight = 0;
  for (std::size_t i = 0; i < decoded.pixels.size(); i += stride) {
    const unsigned alpha = decoded.pixels[i + colours];
    ink += static_cast<std::uint64_t>(luminance(&decoded.pixels[i], decoded.channels)) * alpha;
    weight += alpha;
  }
  const unsigned paper = weight > 0 && ink / weight >= 128 ? 0 : 255;
  for (std::size_t i = 0; i < plane; ++i) {
    const unsigned alpha = decoded.pixels[i * stride + colours];
    for (std::size_t c = 0; c < colours; ++c)
      image.pixels[c * plane + i] =
          static_cast<std::uint8_t>((decoded.pixels[i * stride + c] * alpha + paper * (255 - alpha) + 127) / 255);
  }
  return image;
}

bool has_colour(const Image& image) {
  const std::size_t plane = image.pixels.size() / 3;
  const std::uint8_t* red = image.pixels.data();
  return !std::equal(red, red + plane, red + plane) || !std::equal(red, red + plane, red + 2 * plane);
}

void check(const Found& found, const fs::path& path) {
  if (found.wholeness != Wholeness::whole)
    throw InputError(say(found.wholeness == Wholeness::truncated ? "%1 is truncated; save or copy the image again"
                                                                 : "%1 is damaged; save or copy the image again",
                         path.string()));
  if (!found.unread.empty()) throw InputError(say("%1 is not read: %2", path.string(), found.unread));
  if (found.height <= 0 || found.width <= 0)
    throw InputError(say("%1 is damaged: its header makes no sense", path.string()));
  if (found.height > max_image_pixels / found.width)
    throw InputError(say("%1 has %2×%3 pixels, more than the %4 million that are read; make it smaller", path.string(),
                         found.width, found.height, max_image_pixels / 1'000'000));
}

void check_tones(int largest_of_16_bits, const fs::path& path) {
  constexpr int dark = 1 << 12;
  if (largest_of_16_bits > 0 && largest_of_16_bits < dark)
    throw InputError(
        say("%1 has 16 bits and no value above %2 of 65535: it would be black; save it with 8 bits, or with its values "
            "spread over all 16",
            path.string(), largest_of_16_bits));
}

/// Half sentences on what the file carries and is not used.
std::vector<std::string> notes_of(const Found& found) {
  std::vector<std::string> notes;
  if (found.animated) notes.push_back(say("it holds several images, of which the first is used"));
  if (found.other_profile) notes.push_back(say("its colours have a profile of their own, and are read as sRGB"));
  return notes;
}

struct OpenFile {
  std::string bytes;
  const Format* format = nullptr;  // null: PNM
  Found found;                     // not of PNM
};

/// Everything but pixels that can be wrong with a file is found here.
OpenFile open_image(const fs::path& path) {
  OpenFile file{.bytes = read_file(path, max_file_bytes)};
  const std::string& bytes = file.bytes;
  if (bytes.empty()) throw InputError(say("%1 is empty; save the image again", path.string()));
  if (is_pnm(bytes)) return file;
  const auto format = std::ranges::find_if(formats, [&](const Format& known) { return known.is(bytes); });
  if (format == std::end(formats))
    throw InputError(
        say("%1 is no image that is read here (%2); save it as one of these", path.string(), image_formats()));
  if (const std::string why = format->why_not(); !why.empty())
    throw InputError(say("%1 is a %2 image, which this program does not read (%3); save it as PNG", path.string(),
                         format->name, why));
  file.format = format;
  file.found = format->look_at(bytes);
  check(file.found, path);
  return file;
}

Image pixels_of_pnm(const OpenFile& file, const fs::path& path) {
  int lightest = 0;
  Image image = read_pnm(file.bytes, path, max_image_pixels, lightest);
  check_tones(lightest, path);
  return image;
}

/// To 1 channel or 3.
Image read(const fs::path& path, int channels, std::vector<std::string>* notes) {
  const OpenFile file = open_image(path);
  if (file.format == nullptr) {
    Image image = pixels_of_pnm(file, path);
    return channels == 1 ? with_channels(std::move(image), 1) : image;
  }
  if (notes != nullptr) *notes = notes_of(file.found);
  try {
    const DecodedImage decoded = file.format->decode(file.bytes, channels + 1);
    check_tones(decoded.largest_of_16_bits, path);
    Image image = upright(without_alpha(decoded), file.found.orientation);
    return channels == 1 ? with_channels(std::move(image), 1) : image;
  } catch (const std::runtime_error& error) {
    throw InputError(say("%1 cannot be decoded (%2); save the image again", path.string(), error.what()));
  }
}

}  // namespace

GrayImage read_gray_image(const fs::path& path) {
  Image image = read(path, 1, nullptr);
  GrayImage gray;
  gray.height = image.shape.height, gray.width = image.shape.width, gray.pixels = std::move(image.pixels);
  return gray;
}

Image read_image(const fs::path& path, std::vector<std::string>* notes) {
  Image image = read(path, 3, notes);
  if (image.shape.channels == 3 && !has_colour(image)) return with_channels(std::move(image), 1);
  return image;
}

ImageSize size_of_image(const fs::path& path) {
  const OpenFile file = open_image(path);
  if (file.format == nullptr) {
    const ImageShape shape = pixels_of_pnm(file, path).shape;
    return {shape.height, shape.width};
  }
  ImageSize size{static_cast<int>(file.found.height), static_cast<int>(file.found.width)};
  constexpr int first_turned = 5;  // of EXIF's orientations
  if (file.found.orientation >= first_turned) std::swap(size.height, size.width);
  return size;
}

void write_pgm(const fs::path& path, const GrayImage& image) {
  std::string bytes = "P5\n" + std::to_string(image.width) + " " + std::to_string(image.height) + "\n255\n";
  bytes.append(image.pixels.begin(), image.pixels.end());
  write_file_atomically(path, bytes);
}

std::string image_formats() {
  std::string names;
  for (const Format& format : formats)
    if (format.why_not().empty()) names += std::string(format.name) + ", ";
  return names + "PGM, PPM, PBM";  // untranslated: names
}

std::string image_name_patterns() {
  std::string patterns;
  for (const Format& format : formats)
    if (format.why_not().empty())
      for (const char* ending : format.endings) patterns += std::string("*") + ending + " ";
  for (const char* ending : pnm_endings) patterns += std::string("*") + ending + " ";
  patterns.pop_back();
  return patterns;
}

bool has_image_name(const fs::path& path) {
  if (const Format* format = format_of_name(path)) return format->why_not().empty();
  return std::ranges::find(pnm_endings, ending_of(path)) != std::end(pnm_endings);
}

std::string unread_format(const fs::path& path) {
  if (const Format* format = format_of_name(path)) return format->why_not().empty() ? "" : format->name;
  const std::string ending = ending_of(path);
  const auto found = std::ranges::find_if(unread_endings, [&](const auto& known) { return ending == known.first; });
  return found == std::end(unread_endings) ? "" : found->second;
}

}  // namespace mlplab
