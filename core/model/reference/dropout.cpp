#include "core/model/reference/dropout.h"

#include "core/base/random.h"

namespace mlplab::reference {

void dropout(const DropoutMask& mask, std::size_t first, std::size_t end, const float* x, float* y) {
  const auto bound = static_cast<std::uint64_t>(mask.rate * 0x1p32);
  const auto scale = static_cast<float>(1.0 / (1.0 - mask.rate));
  const std::array<std::uint32_t, 2> key = {static_cast<std::uint32_t>(mask.seed),
                                            static_cast<std::uint32_t>(mask.seed >> 32)};
  std::array<std::uint32_t, 4> words{};
  for (std::size_t i = first; i < end; ++i) {
    const std::size_t element = mask.first + i;
    if (i == first || element % 4 == 0)
      words = philox4x32({static_cast<std::uint32_t>(element / 4), mask.step,
                          static_cast<std::uint32_t>(RandomStream::dropout), mask.node},
                         key);
    y[i] = words[element % 4] >= bound ? x[i] * scale : 0.0F;
  }
}

}  // namespace mlplab::reference
