// Everything that a training run needs to go on bit for bit: what a checkpoint holds.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/model_spec.h"
#include "core/model/optimizer.h"

namespace mlplab {

struct Preparation;

struct TrainingState {
  ModelSpec model;
  std::vector<float> parameters;          // [Network::parameters_size]
  std::vector<float> statistics;          // [Network::statistics_size]: what is kept but not trained
  std::vector<std::vector<float>> slots;  // [state_slots(optimizer)][parameters_size]: v, or m and v
  std::int64_t steps_done = 0;
  int epochs_done = 0;
  std::shared_ptr<const Preparation> preparation;  // of its images (core/data/preparation.h); null where nobody says
};

/// Fresh weights from the seed, zero optimiser state.
TrainingState initial_state(const ModelSpec& model, const OptimizerSpec& optimizer, std::uint64_t seed);

}  // namespace mlplab
