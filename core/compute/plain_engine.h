// The step engine made of a backend's operations, one after the other: the reference that every fused engine is tested
// against, and what a backend without an engine of its own trains with.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/compute/step_engine.h"

namespace mlplab {

/// `backend` outlives the engine. Throws BackendError when memory does not suffice.
std::unique_ptr<StepEngine> make_plain_engine(Backend& backend, const StepPlan& plan);

/// The forward pass of the same engine alone: the outputs of a trained network's nodes for examples, in evaluation
/// mode.
class NodeReader {
 public:
  virtual ~NodeReader() = default;
  /// values [nodes][count, numbers of the node] of examples[first, first + count). Waits.
  virtual void read(std::size_t first, std::size_t count, std::span<const std::size_t> nodes,
                    std::vector<std::vector<float>>& values) = 0;
};
/// `backend` and `examples` outlive it. Throws BackendError when memory does not suffice.
std::unique_ptr<NodeReader> make_node_reader(Backend& backend, const TrainingState& state, const Examples& examples);

}  // namespace mlplab
