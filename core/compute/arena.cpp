#include "core/compute/arena.h"

#include <algorithm>
#include <numeric>

namespace mlplab {

Arena place_in_arena(const std::vector<Lifetime>& values, std::size_t alignment) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i].first; });
  Arena arena{.offsets = std::vector<std::size_t>(values.size(), 0)};
  const auto size_of = [&](std::size_t i) { return (values[i].size + alignment - 1) / alignment * alignment; };
  std::vector<std::size_t> placed;
  for (const std::size_t value : order) {
    std::vector<std::size_t> together;  // what lives at the same time, from the lowest place up
    for (const std::size_t other : placed)
      if (values[other].last >= values[value].first) together.push_back(other);
    std::ranges::sort(together, {}, [&](std::size_t i) { return arena.offsets[i]; });
    std::size_t at = 0;
    for (const std::size_t other : together) {
      if (arena.offsets[other] >= at + size_of(value)) break;
      at = std::max(at, arena.offsets[other] + size_of(other));
    }
    arena.offsets[value] = at;
    arena.size = std::max(arena.size, at + size_of(value));
    placed.push_back(value);
  }
  return arena;
}

}  // namespace mlplab
