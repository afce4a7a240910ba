// threadIdx, blockIdx and their like, for files that include this header of CUDA's too.
#pragma once

#include "cuda_runtime.h"
