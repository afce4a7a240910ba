// Makes a batch of floats from 8-bit images, one thread per pixel: neighbouring threads read neighbouring bytes.
#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/gather.h"

namespace mlplab::gpu {
namespace {

__global__ void gather_pixels(int rows, int d, Batch batch, float* x, std::int32_t* y) {
  const std::size_t at = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t i = at / d;
  if (i >= static_cast<std::size_t>(rows)) return;
  const std::size_t j = at - i * d, row = row_of(batch, static_cast<int>(i));
  x[at] = static_cast<float>(batch.features[row * d + j]) * pixel_scale;
  if (j == 0 && y != nullptr) y[i] = batch.labels[row];
}

__global__ void gather_labels(int rows, Batch batch, std::int32_t* y) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < rows) y[i] = batch.labels[row_of(batch, i)];
}

}  // namespace

cudaError_t gather(cudaStream_t stream, int rows, int d, const Batch& batch, float* x, std::int32_t* y) {
  if (x == nullptr) return launch(gather_labels, blocks_for(rows, 128), 128, stream, rows, batch, y);
  return launch(gather_pixels, blocks_for(static_cast<std::size_t>(rows) * d, 256), 256, stream, rows, d, batch, x, y);
}

}  // namespace mlplab::gpu
