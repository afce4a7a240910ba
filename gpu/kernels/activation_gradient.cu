// The slope of an activation, element by element.
#include "gpu/kernels/activation_gradient.h"
#include "gpu/kernels/functions.cuh"

namespace mlplab::gpu {
namespace {

__global__ void multiply_by_slope(Activation activation, std::size_t count, const float* a, float* d) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) d[i] *= slope(activation, a[i]);
}

}  // namespace

cudaError_t activation_gradient(cudaStream_t stream, Activation activation, std::size_t count, const float* a,
                                float* d) {
  return launch(multiply_by_slope, blocks_for(count, 256), 256, stream, activation, count, a, d);
}

}  // namespace mlplab::gpu
