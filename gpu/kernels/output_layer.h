#pragma once
#include "gpu/kernels/loss_rows.h"
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

constexpr int max_fused_classes = 128;

/// The last layer, its loss and what flows back, in one kernel, one warp per row.
struct OutputLayer {
  int rows = 0, in = 0, classes = 0;
  Loss loss = Loss::softmax_cross_entropy;
  Activation activation = Activation::identity;        // of this layer
  Activation input_activation = Activation::identity;  // of the layer before
  Batch batch;                                         // for the labels
  const float* input = nullptr;                        // [rows, in]: the layer before's outputs
  const float* w = nullptr;                            // [classes, in]
  const float* b = nullptr;                            // [classes]
  float* delta = nullptr;                              // [rows, classes]: ∂loss/∂Z of this layer
  float* input_delta = nullptr;  // [rows, in]: of the layer before; null: nothing flows back (evaluation)
  RowResult* results = nullptr;  // [rows]
  bool early = false;            // it may start early (launch.h)
};

/// classes <= max_fused_classes.
cudaError_t output_layer(cudaStream_t stream, const OutputLayer& layer);

}  // namespace mlplab::gpu
