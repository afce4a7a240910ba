// Max pooling by products with the identity, a launch for each window: what the published study measured on its GPUs.
// No CUDA header here, so that the entries need none.
#pragma once

#include "core/compute/backends.h"

namespace mlplab::gpu {

/// On the first device.
WindowPoolings window_poolings();

}  // namespace mlplab::gpu
