// Reading PNG, JPEG and PGM files of any size, 8 bits, in grey or colour; the content decides, not the name. A further
// format is a branch in image_file.cpp with its own check that the file is whole.
#pragma once

#include <filesystem>

#include "core/data/gray_image.h"
#include "core/data/picture.h"

namespace mlplab {

/// More pixels are refused before memory is taken for them (a 50-megapixel photograph passes).
inline constexpr long long max_image_pixels = 64'000'000;

/// Colours become luminance, 16 bits become 8. Transparent parts become the paper that the ink stands out from: white
/// for dark ink, black for light ink. Throws InputError naming the file: missing, empty, of another format, truncated
/// or damaged (PNG checksums, the end of a JPEG), too large.
GrayImage read_gray_image(const std::filesystem::path& path);
/// The same, but a picture with any colour in it keeps its three channels. A grey one has one, however it is saved.
Picture read_picture(const std::filesystem::path& path);

/// Binary PGM (P5), replaced atomically. Throws InputError.
void write_pgm(const std::filesystem::path& path, const GrayImage& image);

/// Whether a folder's file is taken for an image: .png, .jpg, .jpeg or .pgm in any case.
bool has_image_name(const std::filesystem::path& path);

}  // namespace mlplab
