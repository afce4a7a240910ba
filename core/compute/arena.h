// One block of memory for values that are not all needed at the same time.
#pragma once

#include <cstddef>
#include <vector>

namespace mlplab {

/// A value of `size` that is needed from time `first` to time `last`, both included.
struct Lifetime {
  std::size_t size = 0;
  int first = 0, last = 0;
};

struct Arena {
  std::vector<std::size_t> offsets;  // [values]
  std::size_t size = 0;              // of the block
};

/// Each value at the lowest place that is free as long as it is needed, the earliest first. Sizes are rounded up to
/// multiples of `alignment`.
Arena place_in_arena(const std::vector<Lifetime>& values, std::size_t alignment);

}  // namespace mlplab
