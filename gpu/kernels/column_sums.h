#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// sums [columns] = sum over rows of d [rows, columns], one thread per column.
cudaError_t column_sums_naive(cudaStream_t stream, int rows, int columns, const float* d, float* sums);
/// As column_sums_naive(), with 8 threads per column.
cudaError_t column_sums(cudaStream_t stream, int rows, int columns, const float* d, float* sums);

}  // namespace mlplab::gpu
