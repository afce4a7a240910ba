// How much memory the plain engine's training takes, and where in it each gradient lies: known before it starts.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/model/network.h"
#include "core/model/optimizer.h"

namespace mlplab {

/// A value of `size` that is needed from time `first` to time `last`, both included.
struct Lifetime {
  std::size_t size = 0;
  int first = 0, last = 0;
};

/// One block of memory for values that are not all needed at the same time.
struct Arena {
  std::vector<std::size_t> offsets;  // [values]
  std::size_t size = 0;              // of the block
};

/// Each value at the lowest place that is free as long as it is needed, the earliest first. Sizes are rounded up to
/// multiples of `alignment`.
Arena place_in_arena(const std::vector<Lifetime>& values, std::size_t alignment);

/// Examples that are evaluated at a time. An MLP's are few numbers each, an image's layers many.
int evaluation_batch(const ModelSpec& spec, int batch);

/// The numbers of each node's output, [nodes].
std::vector<std::size_t> sizes_of(const Network& network);
/// The gradients of the nodes' outputs, of `sizes` numbers per row: that of a node is needed from the backward pass of
/// the last node that takes it to its own.
Arena gradient_arena(const Network& network, std::span<const std::size_t> sizes, std::size_t rows);
/// The largest gradient that is added to another one, where a node's output is taken more than once; 0 for none.
std::size_t largest_fan_out(const Network& network, std::span<const std::size_t> sizes);

struct MemoryNeed {
  std::size_t weights_bytes = 0;      // with gradients, optimiser state, and the copies of kept states
  std::size_t activations_bytes = 0;  // outputs of all nodes, and the batch itself
  std::size_t gradients_bytes = 0;    // of the activations
  std::size_t total_bytes() const { return weights_bytes + activations_bytes + gradients_bytes; }
};

/// The memory of one process that trains with this batch, without the data set and a backend's own needs.
MemoryNeed memory_need(const ModelSpec& spec, const OptimizerSpec& optimizer, int batch);

}  // namespace mlplab
