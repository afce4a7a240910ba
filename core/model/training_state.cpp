#include "core/model/training_state.h"

#include "core/model/parameters.h"

namespace mlplab {

TrainingState initial_state(const ModelSpec& model, const OptimizerSpec& optimizer, std::uint64_t seed) {
  TrainingState state;
  state.model = model;
  state.parameters = initial_parameters(model, seed);
  state.slots.assign(static_cast<std::size_t>(state_slots(optimizer.kind)),
                     std::vector<float>(state.parameters.size(), 0.0F));
  return state;
}

}  // namespace mlplab
