#pragma once
#include "gpu/kernels/channel_sums.h"

namespace mlplab::gpu {

// The formulas are in core/model/layers/batch_norm.h; images [batch, channels, plane], vectors [channels].

/// y = f(weight · (x - mean) / sqrt(variance + epsilon) + bias).
cudaError_t normalize(cudaStream_t stream, const Channels& n, const float* x, const float* weight, const float* bias,
                      Activation activation, float* y);
/// dx = weight / sqrt(variance + epsilon) · (dy - mean_dy - x̂ · mean_dyx), x̂ = (x - mean) / sqrt(variance + epsilon).
cudaError_t normalize_input_gradient(cudaStream_t stream, const Channels& n, const float* x, const float* weight,
                                     const float* mean_dy, const float* mean_dyx, const float* dy, float* dx);

}  // namespace mlplab::gpu
