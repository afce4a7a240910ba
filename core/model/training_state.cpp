#include "core/model/training_state.h"

#include "core/model/network.h"

namespace mlplab {

TrainingState initial_state(const ModelSpec& model, const OptimizerSpec& optimizer, std::uint64_t seed) {
  const Network network = network_of(model);
  TrainingState state;
  state.model = model;
  state.parameters.resize(network.parameters_size);
  state.statistics.resize(network.statistics_size);
  fill_fresh(network.tensors, /*trained=*/true, model.initializer, seed, state.parameters);
  fill_fresh(network.tensors, /*trained=*/false, model.initializer, seed, state.statistics);
  state.slots.assign(static_cast<std::size_t>(state_slots(optimizer.kind)),
                     std::vector<float>(network.parameters_size, 0.0F));
  return state;
}

}  // namespace mlplab
