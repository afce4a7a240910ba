#include "gpu/weights.h"

#include "core/base/language.h"
#include "core/compute/gradient_sum.h"
#include "core/model/network.h"

namespace mlplab::gpu {

Weights::Weights(const StepPlan& plan) : model(plan.model) {
  const mlplab::Network network = network_of(plan.model);
  parameters = DeviceArray<float>(network.parameters_size);
  statistics = DeviceArray<float>(network.statistics_size);
  for (int slot = 0; slot < state_slots(plan.optimizer.kind); ++slot) slots.emplace_back(network.parameters_size);
}

void Weights::set_state(const Stream& stream, const TrainingState& state) {
  const auto copy = [&](const std::vector<float>& from, const DeviceArray<float>& to) {
    check(cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyHostToDevice, stream.get()),
          to_say("copy the weights to the GPU"));
  };
  copy(state.parameters, parameters);
  if (!state.statistics.empty()) copy(state.statistics, statistics);
  for (std::size_t s = 0; s < slots.size(); ++s) copy(state.slots[s], slots[s]);
  stream.wait();
}

void Weights::get_state(const Stream& stream, TrainingState& state) const {
  const auto copy = [&](const DeviceArray<float>& from, std::vector<float>& to) {
    to.resize(from.size());
    if (to.empty()) return;  // an MLP has no statistics
    check(cudaMemcpyAsync(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToHost, stream.get()),
          to_say("copy the weights from the GPU"));
  };
  state.model = model;
  copy(parameters, state.parameters);
  copy(statistics, state.statistics);
  state.slots.resize(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s) copy(slots[s], state.slots[s]);
  stream.wait();
}

void Weights::average_statistics(const Stream& stream, const StepPlan& plan) const {
  std::vector<float> values(statistics.size());
  if (values.empty()) return;
  check(cudaMemcpyAsync(values.data(), statistics.data(), statistics.bytes(), cudaMemcpyDeviceToHost, stream.get()),
        to_say("copy the weights from the GPU"));
  stream.wait();
  average_over_ranks(plan, values);
  check(cudaMemcpyAsync(statistics.data(), values.data(), statistics.bytes(), cudaMemcpyHostToDevice, stream.get()),
        to_say("copy the weights to the GPU"));
  stream.wait();
}

}  // namespace mlplab::gpu
