#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// x [rows, d] = the batch's features / 255, y [rows] = its labels; x or y may be null.
cudaError_t gather(cudaStream_t stream, int rows, int d, const Batch& batch, float* x, std::int32_t* y);

}  // namespace mlplab::gpu
