// One window of an image times a filter, one launch per window, as in the published study of poolings. The launch sets
// the cost, whatever the kernel does (resources/published/unam-2023.json).
#include "gpu/kernels/launch.h"
#include "gpu/kernels/window_products.h"

namespace mlplab::gpu {
namespace {

constexpr int side = 16;  // of a block

__global__ void a_thread_a_number(WindowProduct p) {
  const int j = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int i = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (i >= p.kernel || j >= p.kernel) return;
  float sum = 0.0F;
  for (int q = 0; q < p.kernel; ++q) sum += p.window[i * p.width + q] * p.filter[q * p.kernel + j];
  p.product[i * p.kernel + j] = sum;
}

__global__ void three_loops(WindowProduct p) {
  for (int i = 0; i < p.kernel; ++i)
    for (int j = 0; j < p.kernel; ++j) {
      p.product[i * p.kernel + j] = 0.0F;
      for (int q = 0; q < p.kernel; ++q)
        p.product[i * p.kernel + j] += p.window[i * p.width + q] * p.filter[q * p.kernel + j];
    }
}

/// One block, whose threads take every side-th row and column.
__global__ void from_a_tile(WindowProduct p) {
  __shared__ float window[most_window_kernel * most_window_kernel], filter[most_window_kernel * most_window_kernel];
  const int first_row = static_cast<int>(threadIdx.y), first_column = static_cast<int>(threadIdx.x), k = p.kernel;
  for (int i = first_row; i < k; i += side)
    for (int j = first_column; j < k; j += side) {
      window[i * k + j] = p.window[i * p.width + j];
      filter[i * k + j] = p.filter[i * k + j];
    }
  __syncthreads();
  for (int i = first_row; i < k; i += side)
    for (int j = first_column; j < k; j += side) {
      float sum = 0.0F;
      for (int q = 0; q < k; ++q) sum += window[i * k + q] * filter[q * k + j];
      p.product[i * k + j] = sum;
    }
}

}  // namespace

cudaError_t window_product_elements(cudaStream_t stream, const WindowProduct& p) {
  const unsigned blocks = blocks_for(p.kernel, side);
  return launch(a_thread_a_number, dim3(blocks, blocks), dim3(side, side), stream, p);
}

cudaError_t window_product_loops(cudaStream_t stream, const WindowProduct& p) {
  return launch(three_loops, dim3(1), dim3(1), stream, p);
}

cudaError_t window_product_tile(cudaStream_t stream, const WindowProduct& p) {
  return launch(from_a_tile, dim3(1), dim3(side, side), stream, p);
}

}  // namespace mlplab::gpu
