#include "core/compute/kernels/blocks.h"

#include <unistd.h>

namespace mlplab::kernels {
namespace {

/// 40 % of the second-level cache: another third is for the first operand's block and the one that is fetched ahead.
std::size_t group_bytes() {
  static const std::size_t bytes = [] {
    long cache = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
    cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    constexpr long usual = 1 << 20;  // where the system does not tell
    return static_cast<std::size_t>(cache > 0 ? cache : usual) * 2 / 5;
  }();
  return bytes;
}

}  // namespace

int panels_together(int depth, int width) {
  const std::size_t panel =
      static_cast<std::size_t>(std::max(depth, 1)) * static_cast<std::size_t>(width) * sizeof(float);
  return static_cast<int>(std::max<std::size_t>(1, group_bytes() / panel));
}

}  // namespace mlplab::kernels
