// Weights, biases and the optimiser's state, from a model's flat vectors into panels and back.
#include <algorithm>

#include "core/compute/kernels/fused/engine.h"

namespace mlplab::kernels {

/// Every worker what is its own.
void FusedEngine::set_state(const TrainingState& state) {
  const auto copy = [&](int worker, const std::vector<float>& from, int slot) {
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      const LayerSlice& slice = layout_.layers[l];
      // The last layer is one place; its rows belong to those who have the hidden units.
      if (l < last() || worker == 0)
        to_panels(layers_[l], place_of(worker, l), kernels_, from.data() + slice.weight,
                  layers_[l].weights.vector(slot).data());
      if (l == last() || worker == 0)
        std::copy_n(from.data() + slice.bias, slice.out, bias_of(worker, l).vector(slot).data());
    }
  };
  run_team([&](int worker) {
    copy(worker, state.parameters, Trained::parameters);
    for (int slot = 0; slot < slots_; ++slot) copy(worker, state.slots[static_cast<std::size_t>(slot)], slot);
  });
  steps_done_ = state.steps_done;
}

/// From the panels to a flat vector.
void FusedEngine::copy_weights(std::vector<float>& to, int slot) {
  to.assign(layout_.size, 0.0F);
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const LayerSlice& slice = layout_.layers[l];
    from_panels(layers_[l], kernels_, layers_[l].weights.vector(slot).data(), to.data() + slice.weight);
    std::copy_n(bias_of(0, l).vector(slot).data(), slice.out, to.data() + slice.bias);
  }
}

void FusedEngine::get_state(TrainingState& state) {
  state.model = plan_.model;
  copy_weights(state.parameters, Trained::parameters);
  state.slots.resize(static_cast<std::size_t>(slots_));
  for (int slot = 0; slot < slots_; ++slot) copy_weights(state.slots[static_cast<std::size_t>(slot)], slot);
  state.steps_done = steps_done_;
}

}  // namespace mlplab::kernels
