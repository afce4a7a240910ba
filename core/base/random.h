// Counter-based random numbers: value i of a stream is a pure function of (seed, stream, i), so weights and
// sampling orders are the same on every platform, backend and number of threads, and need no saved state.
// Algorithm: Philox4x32-10, Salmon, Moraes, Dror, Shaw, 'Parallel random numbers: as easy as 1, 2, 3', SC 2011.
#pragma once

#include <array>
#include <cstdint>

namespace mlplab {

/// The Philox4x32-10 bijection: four 32-bit words from a 128-bit counter and a 64-bit key.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// Streams that must never share numbers; add one here for each new use.
enum class RandomStream : std::uint32_t {
  weights = 1,
  sampling_order = 2,
  split = 3,
  bootstrap = 4,
  shapes = 5,
  augmentation = 6,
  dropout = 8,
  operations = 9,
  rounding = 10
};

/// A sequence of numbers drawn from (seed, stream, substream); substream is a layer or an epoch.
class Random {
 public:
  Random(std::uint64_t seed, RandomStream stream, std::uint32_t substream);
  std::uint32_t next();
  /// Uniform in [0, bound), without bias (Lemire, 'Fast random integer generation in an interval', 2019). bound > 0.
  std::uint32_t below(std::uint32_t bound);
  /// Uniform in (-1, 1), symmetric, exact in float: an odd multiple of 2^-24.
  float symmetric();

 private:
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_{};
  int used_ = 4;
};

}  // namespace mlplab
