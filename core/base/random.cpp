// Philox4x32-10 and what is drawn from it; constants from the paper named in random.h.
#include "core/base/random.h"

namespace mlplab {

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  constexpr std::uint32_t multiplier_0 = 0xD2511F53U, multiplier_1 = 0xCD9E8D57U;
  constexpr std::uint32_t weyl_0 = 0x9E3779B9U, weyl_1 = 0xBB67AE85U;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{multiplier_0} * counter[0];
    const std::uint64_t p1 = std::uint64_t{multiplier_1} * counter[2];
    counter = {static_cast<std::uint32_t>(p1 >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(p1),
               static_cast<std::uint32_t>(p0 >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(p0)};
    key[0] += weyl_0;
    key[1] += weyl_1;
  }
  return counter;
}

Random::Random(std::uint64_t seed, RandomStream stream, std::uint32_t substream)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
      counter_{0, 0, static_cast<std::uint32_t>(stream), substream} {}

std::uint32_t Random::next() {
  if (used_ == 4) {
    block_ = philox4x32(counter_, key_);
    if (++counter_[0] == 0) ++counter_[1];
    used_ = 0;
  }
  return block_[static_cast<std::size_t>(used_++)];
}

std::uint32_t Random::below(std::uint32_t bound) {
  std::uint64_t product = std::uint64_t{next()} * bound;
  if (static_cast<std::uint32_t>(product) < bound) {
    const std::uint32_t threshold = (0U - bound) % bound;
    while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{next()} * bound;
  }
  return static_cast<std::uint32_t>(product >> 32);
}

float Random::symmetric() {
  const auto odd = static_cast<std::int32_t>(2 * (next() >> 8) + 1) - (1 << 24);
  return static_cast<float>(odd) * 0x1p-24F;
}

}  // namespace mlplab
