// IEEE 754 half precision on the host: what the device's conversions and tensor cores take in.
#pragma once

#include <cstdint>

namespace host_cuda {

/// To the nearest, ties to even; past 65504 infinity.
std::uint16_t to_half(float value);
/// Exact.
float from_half(std::uint16_t half);
/// Exact, once more: by a table.
float from_half_quickly(std::uint16_t half);

}  // namespace host_cuda
