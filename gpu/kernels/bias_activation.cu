// Bias and activation by themselves, one thread per number.
#include "gpu/kernels/bias_activation.h"
#include "gpu/kernels/sliding.cuh"

namespace mlplab::gpu {
namespace {

__global__ void each_output(int batch, int channels, int plane, const float* bias, Activation activation, float* y) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), size = channels * plane;
  if (at >= size) return;
  const float shift = bias == nullptr ? 0.0F : bias[at / plane];
  for (int b = static_cast<int>(blockIdx.y); b < batch; b += static_cast<int>(gridDim.y)) {
    float& value = y[static_cast<std::size_t>(b) * size + at];
    value = activate(activation, value + shift);
  }
}

}  // namespace

cudaError_t bias_activation(cudaStream_t stream, int batch, int channels, int plane, const float* bias,
                            Activation activation, float* y) {
  return launch(each_output, image_grid(channels * plane, batch), image_threads, stream, batch, channels, plane, bias,
                activation, y);
}

}  // namespace mlplab::gpu
