#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// d [count] *= f'(z), by the activation's output a [count].
cudaError_t activation_gradient(cudaStream_t stream, Activation activation, std::size_t count, const float* a,
                                float* d);

}  // namespace mlplab::gpu
