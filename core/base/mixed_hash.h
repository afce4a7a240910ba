// A hash of words of 64 bits, one after the other: to tell whether two programs hold the same, or a
// file what was written. Files keep it, so it stays as it is.
#pragma once

#include <cstdint>

namespace mlplab {

inline constexpr std::uint64_t empty_hash = 0x9E3779B97F4A7C15U;

/// `hash` with one more word. Any bit of it that differs changes the result: each step is a bijection of the hash so
/// far.
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0xD6E8FEB86659FD93U;
  return hash ^ hash >> 32U;
}

}  // namespace mlplab
