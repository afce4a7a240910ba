#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// z [rows, columns] = f(z), rows `ld` apart.
cudaError_t activate_in_place(cudaStream_t stream, Activation activation, int rows, int columns, float* z, int ld);

}  // namespace mlplab::gpu
