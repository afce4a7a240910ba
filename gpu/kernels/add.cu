// Sums of two arrays, number by number: residual sums, activations by themselves, running statistics.
#include "gpu/kernels/add.h"
#include "gpu/kernels/functions.cuh"

namespace mlplab::gpu {
namespace {

__global__ void each_sum(Activation activation, std::size_t count, const float* a, const float* b, float* y) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) y[i] = activate(activation, b == nullptr ? a[i] : a[i] + b[i]);
}

__global__ void each_blend(std::size_t count, float alpha, const float* x, float beta, float* y) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) y[i] = beta == 0.0F ? alpha * x[i] : alpha * x[i] + beta * y[i];
}

}  // namespace

cudaError_t add(cudaStream_t stream, Activation activation, std::size_t count, const float* a, const float* b,
                float* y) {
  return launch(each_sum, blocks_for(count, 256), 256, stream, activation, count, a, b, y);
}

cudaError_t blend(cudaStream_t stream, std::size_t count, float alpha, const float* x, float beta, float* y) {
  return launch(each_blend, blocks_for(count, 256), 256, stream, count, alpha, x, beta, y);
}

}  // namespace mlplab::gpu
