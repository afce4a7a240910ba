#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// Whether this program holds machine code or PTX that the device can run.
cudaError_t code_check();

}  // namespace mlplab::gpu
