#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// The first layer from 8-bit pixels: a [rows, units] = f(x Wᵀ + b), x [rows, d] = the batch's features / 255,
/// w [units, d], b [units]. `early`: it may start early, behind a kernel that changes neither chunk nor order
/// (launch.h).
cudaError_t forward_pixels(cudaStream_t stream, int rows, int d, int units, const Batch& batch, const float* w,
                           const float* b, Activation activation, float* a, int processors, bool early = false);
/// As forward_pixels(), on tensor cores (compute capability 8.0 on), d a multiple of 16.
cudaError_t forward_pixels_tensor(cudaStream_t stream, int rows, int d, int units, const Batch& batch, const float* w,
                                  const float* b, Activation activation, float* a, int processors, bool early = false);

}  // namespace mlplab::gpu
