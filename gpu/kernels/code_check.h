#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// Whether this program holds machine code or PTX that the device can run; `capability`: the compute capability that it
/// was compiled for, 90 is 9.0. A newer device runs older code without what only newer code has.
cudaError_t code_check(int* capability);

}  // namespace mlplab::gpu
