// Softmax with cross-entropy and the squared error, row by row, and their sums. A row's sums are taken by a warp's
// shuffles; the totals by one block in a fixed order, because the bits of atomic sums depend on who comes first.
#include "gpu/kernels/loss.cuh"
#include "gpu/kernels/loss_rows.h"

namespace mlplab::gpu {
namespace {

__global__ void a_thread_each(Loss kind, int batch, int classes, int mean_over, const float* outputs,
                              const std::int32_t* y, float* gradient, RowResult* results) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= batch) return;
  const std::size_t at = static_cast<std::size_t>(i) * classes;
  results[i] = row_loss<1>(kind, mean_over, classes, outputs + at, y[i], gradient + at, 0);
}

__global__ void a_warp_each(Loss kind, int batch, int classes, int mean_over, const float* outputs,
                            const std::int32_t* y, float* gradient, RowResult* results) {
  const int i = static_cast<int>(blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32);
  const int lane = static_cast<int>(threadIdx.x % 32);
  if (i >= batch) return;  // the whole warp
  const std::size_t at = static_cast<std::size_t>(i) * classes;
  const RowResult result = row_loss<32>(kind, mean_over, classes, outputs + at, y[i], gradient + at, lane);
  if (lane == 0) results[i] = result;
}

__global__ void one_block_adds(int batch, const RowResult* results, Totals* totals) {
  __shared__ double losses[256];
  __shared__ long long correct[256];
  block_totals(batch, results, totals, losses, correct);
}

}  // namespace

cudaError_t loss_rows(cudaStream_t stream, RowWorkers workers, Loss kind, int batch, int classes, int mean_over,
                      const float* outputs, const std::int32_t* y, float* gradient, RowResult* results) {
  if (workers == RowWorkers::thread)
    return launch(a_thread_each, blocks_for(batch, 128), 128, stream, kind, batch, classes, mean_over, outputs, y,
                  gradient, results);
  return launch(a_warp_each, blocks_for(batch, 4), 128, stream, kind, batch, classes, mean_over, outputs, y, gradient,
                results);
}

cudaError_t add_totals(cudaStream_t stream, int batch, const RowResult* results, Totals* totals) {
  return launch(one_block_adds, 1, 256, stream, batch, results, totals);
}

}  // namespace mlplab::gpu
