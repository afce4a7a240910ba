// The device memory that training an MLP needs beside its weights: activations and deltas of a batch.
#pragma once

#include "core/compute/step_engine.h"
#include "core/model/network.h"
#include "gpu/kernels/types.h"
#include "gpu/memory.h"
#include "gpu/weights.h"

namespace mlplab::gpu {

constexpr int evaluation_rows = 1000;  // examples at a time

struct Network {
  /// `state` outlives it.
  Network(const StepPlan& plan, const Weights& state);

  float* parameters() const { return weights.parameters.data(); }
  float* weight(std::size_t layer) const { return parameters() + layout.layers[layer].weight; }
  float* bias(std::size_t layer) const { return parameters() + layout.layers[layer].bias; }
  float* slot(std::size_t which) const { return weights.slot(which); }
  std::size_t layers() const { return layout.layers.size(); }
  Activation activation(std::size_t layer) const { return dense_layer(model, layer).activation; }

  ModelSpec model;
  ParameterLayout layout;
  std::size_t rows;  // of a batch or of an evaluation, whichever is more
  const Weights& weights;
  std::vector<DeviceArray<float>> activations;  // [layers] of [rows, units]
  std::vector<DeviceArray<float>> deltas;       // [layers] of [rows, units]: ∂loss/∂Z
  DeviceArray<RowResult> results;               // [rows]
};

}  // namespace mlplab::gpu
