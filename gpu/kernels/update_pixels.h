#pragma once
#include "gpu/kernels/weight_update.h"

namespace mlplab::gpu {

constexpr int max_narrow = 16;

/// weight_update() of a first layer from pixels and of others of at most max_narrow outputs, on tensor cores: compute
/// capability 8.0, `in` of the first layer a multiple of 16.
cudaError_t update_pixels(cudaStream_t stream, WeightUpdate u);

}  // namespace mlplab::gpu
