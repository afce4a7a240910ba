// The first layer with the gathering of its batch inside: pixels stay 8-bit until they are in shared memory, so a
// quarter of the bytes move, and no batch of floats is written and read again.
#include "gpu/kernels/forward_pixels.h"
#include "gpu/kernels/tile.cuh"

namespace mlplab::gpu {
namespace {

template <class Shape>
__global__ void __launch_bounds__(Shape::threads) from_pixels(int rows, int d, int units, Batch batch, const float* w,
                                                              const float* b, Activation activation, float* a) {
  alignas(16) __shared__ float shared[Shape::shared_floats];
  __shared__ std::size_t start[Shape::rows];  // of each row's pixels
  const int across = (units + Shape::columns - 1) / Shape::columns;
  const int i0 = static_cast<int>(blockIdx.x) / across * Shape::rows,
            j0 = static_cast<int>(blockIdx.x) % across * Shape::columns;
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < Shape::rows && i0 + thread < rows) start[thread] = row_of(batch, i0 + thread) * d;
  let_next_kernel_begin();
  wait_for_kernel_before();  // which changes w and b
  __syncthreads();
  tile_product<Shape>(
      rows, units, d, i0, j0, true, true, [&](int i, int p) { return batch.features[start[i - i0] + p]; },
      [&](int j, int p) { return w[static_cast<std::size_t>(j) * d + p]; },
      Outputs{[&](int /*i*/, int j) { return b[j]; },
              [&](int i, int j, float sum, float bias) {
                a[static_cast<std::size_t>(i) * units + j] = activate(activation, sum + bias);
              }},
      shared);
}

template <class Shape>
cudaError_t start_tiles(cudaStream_t stream, int rows, int d, int units, const Batch& batch, const float* w,
                        const float* b, Activation activation, float* a, bool early) {
  return launch_early(early, from_pixels<Shape>, static_cast<unsigned>(tiles_of<Shape>(rows, units)), Shape::threads,
                      stream, rows, d, units, batch, w, b, activation, a);
}

}  // namespace

cudaError_t forward_pixels(cudaStream_t stream, int rows, int d, int units, const Batch& batch, const float* w,
                           const float* b, Activation activation, float* a, int processors, bool early) {
  if (tiles_of<MediumTile>(rows, units) >= processors)
    return start_tiles<MediumTile>(stream, rows, d, units, batch, w, b, activation, a, early);
  if (fills<DeepTile>(rows, units, processors))
    return start_tiles<DeepTile>(stream, rows, d, units, batch, w, b, activation, a, early);
  return start_tiles<LatencyTile>(stream, rows, d, units, batch, w, b, activation, a, early);
}

}  // namespace mlplab::gpu
