// The Netpbm family: bits (PBM: P1, P4), grey (PGM: P2, P5) and colours (PPM: P3, P6), as text and binary, up to 16
// bits.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/data/image.h"

namespace mlplab {

bool is_pnm(std::string_view bytes);

/// 1 channel, or 3 for colours. `path` is for the messages, `max_pixels` bounds the size. `lightest` becomes the
/// largest value, in 65535ths of what the header says is the largest, where that takes 16 bits; else 65535. Throws
/// InputError.
Image read_pnm(std::string_view bytes, const std::filesystem::path& path, long long max_pixels, int& lightest);

}  // namespace mlplab
