// The state that training changes, on the device: parameters, running statistics, the optimiser's state.
#pragma once

#include "core/compute/step_engine.h"
#include "gpu/memory.h"

namespace mlplab::gpu {

struct Weights {
  explicit Weights(const StepPlan& plan);

  void set_state(const Stream& stream, const TrainingState& state);
  /// Waits.
  void get_state(const Stream& stream, TrainingState& state) const;

  /// Those of all ranks, where each normalises by its own rows (average_over_ranks in core/compute/gradient_sum.h).
  void average_statistics(const Stream& stream, const StepPlan& plan) const;

  float* slot(std::size_t which) const { return which < slots.size() ? slots[which].data() : nullptr; }

  ModelSpec model;
  DeviceArray<float> parameters, statistics;
  std::vector<DeviceArray<float>> slots;  // [state_slots]
};

}  // namespace mlplab::gpu
