#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// *chunk = values. A kernel's parameters are copied at the call: no host memory has to wait for the device.
cudaError_t start_steps(cudaStream_t stream, const StepChunk& values, StepChunk* chunk);

}  // namespace mlplab::gpu
