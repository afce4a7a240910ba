#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// y [batch, channels, plane] = f(y + bias), bias [channels] or null: for convolutions that a library computed.
cudaError_t bias_activation(cudaStream_t stream, int batch, int channels, int plane, const float* bias,
                            Activation activation, float* y);

}  // namespace mlplab::gpu
