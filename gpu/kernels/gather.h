#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// x [batch, d] = features[order[i], :] / 255, y [batch] = labels[order[i]]; features [n, d]; a null order means 0, 1,
/// …
cudaError_t gather(cudaStream_t stream, int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                   const std::uint32_t* order, float* x, std::int32_t* y);

}  // namespace mlplab::gpu
