#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// The first rung: one thread an output, operands read from memory again and again.
cudaError_t product_naive(cudaStream_t stream, const MatrixProduct& p);

}  // namespace mlplab::gpu
