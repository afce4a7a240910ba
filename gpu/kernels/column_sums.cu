// Sums of columns: the gradient of the biases.
#include "gpu/kernels/column_sums.h"
#include "gpu/kernels/functions.cuh"

namespace mlplab::gpu {
namespace {

constexpr int row_parts = 8;  // of the rows: enough loads in flight to hide their latency

__global__ void a_thread_a_column(int rows, int columns, const float* d, float* sums) {
  const int j = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (j >= columns) return;
  float sum = 0.0F;
  for (int i = 0; i < rows; ++i) sum += d[static_cast<std::size_t>(i) * columns + j];
  sums[j] = sum;
}

__global__ void parts_of_columns(int rows, int columns, const float* d, float* sums) {
  __shared__ float part[row_parts][32];
  const int lane = static_cast<int>(threadIdx.x), group = static_cast<int>(threadIdx.y);
  const int j = static_cast<int>(blockIdx.x) * 32 + lane;
  float sum = 0.0F;
  if (j < columns)
    for (int i = group; i < rows; i += row_parts) sum += d[static_cast<std::size_t>(i) * columns + j];
  part[group][lane] = sum;
  __syncthreads();
  if (group != 0 || j >= columns) return;
  for (int g = 1; g < row_parts; ++g) sum += part[g][lane];
  sums[j] = sum;
}

}  // namespace

cudaError_t column_sums_naive(cudaStream_t stream, int rows, int columns, const float* d, float* sums) {
  return launch(a_thread_a_column, blocks_for(columns, 128), 128, stream, rows, columns, d, sums);
}

cudaError_t column_sums(cudaStream_t stream, int rows, int columns, const float* d, float* sums) {
  return launch(parts_of_columns, blocks_for(columns, 32), dim3(32, row_parts), stream, rows, columns, d, sums);
}

}  // namespace mlplab::gpu
