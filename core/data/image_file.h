// Reading image files of any size, to 8 bits, in grey or colour; the content decides, not the name. A further format is
// a line of the table in image_file.cpp, with its own check that the file is whole.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/data/gray_image.h"
#include "core/data/image.h"

namespace mlplab {

/// More pixels are refused before memory is taken for them (a 50-megapixel photograph passes).
inline constexpr long long max_image_pixels = 64'000'000;

/// Colours become luminance, 16 bits become 8. Transparent parts become the paper that the ink stands out from: white
/// for dark ink, black for light ink. An image that says how it lies is turned upright. Throws InputError naming the
/// file: missing, empty, of another format, truncated or damaged (PNG checksums, the end of a JPEG), too large; of 16
/// bits most of which are not used; a CMYK JPEG that does not say which ink its numbers are.
GrayImage read_gray_image(const std::filesystem::path& path);
/// The same, but an image with any colour in it keeps its three channels. A grey one has one, however it is saved.
/// `notes` (optional) gets half a sentence for each thing that the file carries and that is not used.
Image read_image(const std::filesystem::path& path, std::vector<std::string>* notes = nullptr);

/// 'PNG, JPEG, BMP, GIF, WebP, TIFF, PGM, PPM, PBM'; WebP and TIFF where this build has their libraries.
std::string image_formats();

/// The size of the upright image, from the header of its file, which is checked as read_image() checks it but for its
/// pixels. Throws InputError.
ImageSize size_of_image(const std::filesystem::path& path);

/// Binary PGM (P5), replaced atomically. Throws InputError.
void write_pgm(const std::filesystem::path& path, const GrayImage& image);

/// '*.png *.jpg …', for a file dialog.
std::string image_name_patterns();
/// Whether a folder's file is taken for an image, by the ending of its name in any case.
bool has_image_name(const std::filesystem::path& path);
/// The format of an image that is not read here, by the ending of its name; '' for other files.
std::string unread_format(const std::filesystem::path& path);

}  // namespace mlplab
