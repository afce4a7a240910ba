// Which numbers a dropout keeps: number e of the whole batch of step s is kept where the word of Philox4x32-10 with key
// `seed` and counter (e / 4, s, the stream, node), word e mod 4 of the four, is at least rate · 2³².
#pragma once

#include <cstddef>
#include <cstdint>

namespace mlplab {

struct DropoutMask {
  std::uint64_t seed = 1;
  std::uint32_t step = 0, node = 0;
  std::size_t first = 0;  // place of the array's first number in the whole batch
  double rate = 0.0;
};

namespace reference {

/// y = x / (1 - rate) where it is kept, else 0, for the numbers [first, end) of x. y may be x.
void dropout(const DropoutMask& mask, std::size_t first, std::size_t end, const float* x, float* y);

}  // namespace reference
}  // namespace mlplab
