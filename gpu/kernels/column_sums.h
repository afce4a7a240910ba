#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// sums [columns] = sum over rows of d [rows, columns], a thread a column.
cudaError_t column_sums_naive(cudaStream_t stream, int rows, int columns, const float* d, float* sums);
/// The same, 8 threads a column.
cudaError_t column_sums(cudaStream_t stream, int rows, int columns, const float* d, float* sums);

}  // namespace mlplab::gpu
