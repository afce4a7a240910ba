#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// The fifth rung: tensor cores with TF32 inputs (10 bits of mantissa, sums in float). Needs compute capability 8.0;
/// on an older device C stays as it is. bias, beta, activation as everywhere. Device only: the host has no such units.
cudaError_t product_tensor(cudaStream_t stream, const MatrixProduct& p);

}  // namespace mlplab::gpu
