#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// y [count] = f(a + b), where b is null f(a); y may be a.
cudaError_t add(cudaStream_t stream, Activation activation, std::size_t count, const float* a, const float* b,
                float* y);
/// y [count] = alpha · x + beta · y; beta = 0 never reads y.
cudaError_t blend(cudaStream_t stream, std::size_t count, float alpha, const float* x, float beta, float* y);

}  // namespace mlplab::gpu
