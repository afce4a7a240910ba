// What a network needs on the device for training: parameters, optimiser state, activations and deltas of a batch.
#pragma once

#include "core/compute/step_engine.h"
#include "core/model/parameters.h"
#include "gpu/kernels/types.h"
#include "gpu/memory.h"

namespace mlplab::gpu {

constexpr int evaluation_rows = 1000;  // examples at a time

struct Network {
  explicit Network(const StepPlan& plan);

  void set_state(const Stream& stream, const TrainingState& state);
  /// Waits.
  void get_state(const Stream& stream, TrainingState& state) const;

  float* weight(std::size_t layer) const { return parameters.data() + layout.layers[layer].weight; }
  float* bias(std::size_t layer) const { return parameters.data() + layout.layers[layer].bias; }
  float* slot(std::size_t which) const { return which < slots.size() ? slots[which].data() : nullptr; }
  std::size_t layers() const { return layout.layers.size(); }
  Activation activation(std::size_t layer) const { return dense_layer(model, layer).activation; }

  ModelSpec model;
  ParameterLayout layout;
  std::size_t rows;  // of a batch or of an evaluation, whichever is more
  DeviceArray<float> parameters;
  std::vector<DeviceArray<float>> slots;        // [state_slots]
  std::vector<DeviceArray<float>> activations;  // [layers] of [rows, units]
  std::vector<DeviceArray<float>> deltas;       // [layers] of [rows, units]: ∂loss/∂Z
  DeviceArray<RowResult> results;               // [rows]
};

}  // namespace mlplab::gpu
