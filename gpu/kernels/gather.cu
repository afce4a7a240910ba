// Makes a batch of floats of 8-bit images, one thread a pixel: neighbours read neighbouring bytes.
#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/gather.h"

namespace mlplab::gpu {
namespace {

__global__ void gather_pixels(int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                              const std::uint32_t* order, float* x, std::int32_t* y) {
  const std::size_t at = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t i = at / d;
  if (i >= static_cast<std::size_t>(batch)) return;
  const std::size_t j = at - i * d, row = order == nullptr ? i : order[i];
  x[at] = static_cast<float>(features[row * d + j]) * pixel_scale;
  if (j == 0) y[i] = labels[row];
}

}  // namespace

cudaError_t gather(cudaStream_t stream, int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                   const std::uint32_t* order, float* x, std::int32_t* y) {
  return launch(gather_pixels, blocks_for(static_cast<std::size_t>(batch) * d, 256), 256, stream, batch, d, features,
                labels, order, x, y);
}

}  // namespace mlplab::gpu
