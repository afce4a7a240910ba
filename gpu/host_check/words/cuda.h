// For files that include CUDA's driver header beside the runtime's: nothing of the driver's own calls is understood.
#pragma once

#include "cuda_runtime.h"
