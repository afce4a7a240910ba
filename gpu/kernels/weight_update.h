#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// One layer's part: gradient of W [out, in] = deltaᵀ input, of b [out] = column sums of delta.
struct LayerUpdate {
  int in = 0, out = 0;
  std::size_t weight = 0, bias = 0;  // offsets in the flat vectors
  const float* delta = nullptr;      // [rows, out]
  const float* input = nullptr;      // [rows, in]; null: the batch's pixels
  int first_block = 0;               // set by weight_update
};

constexpr int max_layers_at_once = 8;

/// Gradients and optimiser step of several layers at once, and the step's totals.
struct WeightUpdate {
  int rows = 0;
  Batch batch;
  Optimizer optimizer;
  const StepChunk* chunk = nullptr;  // the learning rate is chunk->numbers[batch.slot]
  int layer_count = 0;
  LayerUpdate layers[max_layers_at_once];
  float *parameters = nullptr, *slot0 = nullptr, *slot1 = nullptr;
  const RowResult* results = nullptr;  // [rows]; null: no totals
  Totals* totals = nullptr;
  bool early = false;  // it may start early, behind a kernel that changes neither chunk nor order (launch.h)
};

cudaError_t weight_update(cudaStream_t stream, WeightUpdate update, int processors);

}  // namespace mlplab::gpu
