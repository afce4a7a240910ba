// Portable grey maps (PGM, of the Netpbm family), text (P2) and binary (P5), 8 and 16 bits.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/data/gray_image.h"

namespace mlplab {

bool is_pgm(std::string_view bytes);

/// `path` is for the messages, `max_pixels` bounds the size. Throws InputError.
GrayImage read_pgm(std::string_view bytes, const std::filesystem::path& path, long long max_pixels);

}  // namespace mlplab
