#include "gpu/network.h"

#include <algorithm>

namespace mlplab::gpu {

Network::Network(const StepPlan& plan, const Weights& state)
    : model(plan.model),
      layout(layout_of(plan.model)),
      rows(static_cast<std::size_t>(std::max(plan.batch, evaluation_rows))),
      weights(state),
      results(rows) {
  for (const LayerSlice& layer : layout.layers) {
    activations.emplace_back(rows * static_cast<std::size_t>(layer.out));
    deltas.emplace_back(rows * static_cast<std::size_t>(layer.out));
  }
}

}  // namespace mlplab::gpu
