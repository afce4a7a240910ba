// The Netpbm family: bits (PBM: P1, P4), grey (PGM: P2, P5) and colours (PPM: P3, P6), as text and binary, up to 16
// bits.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/data/picture.h"

namespace mlplab {

bool is_pnm(std::string_view bytes);

/// 1 channel, or 3 for colours. `path` is for the messages, `max_pixels` bounds the size. Throws InputError.
Picture read_pnm(std::string_view bytes, const std::filesystem::path& path, long long max_pixels);

}  // namespace mlplab
