#include "gpu/network.h"

#include <algorithm>

namespace mlplab::gpu {

Network::Network(const StepPlan& plan)
    : model(plan.model),
      layout(layout_of(plan.model)),
      rows(static_cast<std::size_t>(std::max(plan.batch, evaluation_rows))),
      parameters(layout.size),
      results(rows) {
  for (int slot = 0; slot < state_slots(plan.optimizer.kind); ++slot) slots.emplace_back(layout.size);
  for (const LayerSlice& layer : layout.layers) {
    activations.emplace_back(rows * static_cast<std::size_t>(layer.out));
    deltas.emplace_back(rows * static_cast<std::size_t>(layer.out));
  }
}

void Network::set_state(const Stream& stream, const TrainingState& state) {
  const auto copy = [&](const std::vector<float>& from, const DeviceArray<float>& to) {
    check(cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyHostToDevice, stream.get()),
          "copy the weights to the GPU");
  };
  copy(state.parameters, parameters);
  for (std::size_t s = 0; s < slots.size(); ++s) copy(state.slots[s], slots[s]);
  stream.wait();
}

void Network::get_state(const Stream& stream, TrainingState& state) const {
  const auto copy = [&](const DeviceArray<float>& from, std::vector<float>& to) {
    to.resize(from.size());
    check(cudaMemcpyAsync(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToHost, stream.get()),
          "copy the weights from the GPU");
  };
  state.model = model;
  copy(parameters, state.parameters);
  state.slots.resize(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s) copy(slots[s], state.slots[s]);
  stream.wait();
}

}  // namespace mlplab::gpu
