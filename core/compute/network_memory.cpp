#include "core/compute/network_memory.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace mlplab {
namespace {

constexpr std::size_t cache_line = 16;  // floats: values begin on cache lines
constexpr std::size_t states = 5;       // the engine's, the start, the last two epochs', one on its way to the disk

/// How often a node's output is taken, and the last node that takes it.
struct Uses {
  std::vector<int> count, last;
  explicit Uses(const Network& network) : count(network.shapes.size(), 0), last(network.shapes.size(), 0) {
    for (std::size_t node = 0; node < network.inputs.size(); ++node)
      for (const int input : network.inputs[node])
        if (input >= 0) {
          ++count[static_cast<std::size_t>(input)];
          last[static_cast<std::size_t>(input)] = static_cast<int>(node);
        }
  }
};

}  // namespace

int evaluation_batch(const ModelSpec& spec, int batch) {
  constexpr int most = 256;
  return is_mlp(spec) ? most : std::min(most, batch);
}

std::vector<std::size_t> sizes_of(const Network& network) {
  std::vector<std::size_t> sizes;
  for (const Shape& shape : network.shapes) sizes.push_back(shape.size());
  return sizes;
}

Arena gradient_arena(const Network& network, std::span<const std::size_t> sizes, std::size_t rows) {
  const Uses uses(network);
  const int last = static_cast<int>(network.shapes.size()) - 1;
  std::vector<Lifetime> values;
  for (int node = 0; node <= last; ++node) {
    const auto index = static_cast<std::size_t>(node);
    const int from = node == last ? last : uses.last[index];
    values.push_back({rows * sizes[index], last - from, last - node});  // time runs backward
  }
  return place_in_arena(values, cache_line);
}

std::size_t largest_fan_out(const Network& network, std::span<const std::size_t> sizes) {
  const Uses uses(network);
  std::size_t largest = 0;
  for (std::size_t node = 0; node < sizes.size(); ++node)
    if (uses.count[node] > 1) largest = std::max(largest, sizes[node]);
  return largest;
}

MemoryNeed memory_need(const ModelSpec& spec, const OptimizerSpec& optimizer, int batch) {
  const Network network = network_of(spec);
  const auto rows = static_cast<std::size_t>(std::max(batch, evaluation_batch(spec, batch)));
  const auto slots = static_cast<std::size_t>(state_slots(optimizer.kind));
  MemoryNeed need;
  need.weights_bytes =
      sizeof(float) * (network.parameters_size * (1 + states * (1 + slots)) + states * network.statistics_size);
  const std::vector<std::size_t> sizes = sizes_of(network);
  const std::size_t numbers = std::accumulate(sizes.begin(), sizes.end(), spec.input.size());
  need.activations_bytes = sizeof(float) * rows * numbers;
  need.gradients_bytes =
      sizeof(float) * (gradient_arena(network, sizes, rows).size + rows * largest_fan_out(network, sizes));
  return need;
}

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
