#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// The first rung: one thread per output; each thread reads its operands from memory again.
cudaError_t product_naive(cudaStream_t stream, const MatrixProduct& p);

}  // namespace mlplab::gpu
