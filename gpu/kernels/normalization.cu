// Normalisation of channels, forwards and backwards: one thread per number. Memory is the limit.
#include "gpu/kernels/normalization.h"
#include "gpu/kernels/sliding.cuh"

namespace mlplab::gpu {
namespace {

__global__ void each_number(Channels n, const float* x, const float* weight, const float* bias, Activation activation,
                            float* y) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), size = n.channels * n.plane;
  if (at >= size) return;
  const int channel = at / n.plane;
  const float mean = n.mean[channel], factor = weight[channel] / sqrtf(n.variance[channel] + n.epsilon);
  const float shift = bias[channel];
  for (int b = static_cast<int>(blockIdx.y); b < n.batch; b += static_cast<int>(gridDim.y)) {
    const std::size_t i = static_cast<std::size_t>(b) * size + at;
    y[i] = activate(activation, (x[i] - mean) * factor + shift);
  }
}

__global__ void each_gradient(Channels n, const float* x, const float* weight, const float* mean_dy,
                              const float* mean_dyx, const float* dy, float* dx) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), size = n.channels * n.plane;
  if (at >= size) return;
  const int channel = at / n.plane;
  const float mean = n.mean[channel], scale = 1.0F / sqrtf(n.variance[channel] + n.epsilon);
  const float factor = weight[channel] * scale, of_dy = mean_dy[channel], of_dyx = mean_dyx[channel];
  for (int b = static_cast<int>(blockIdx.y); b < n.batch; b += static_cast<int>(gridDim.y)) {
    const std::size_t i = static_cast<std::size_t>(b) * size + at;
    dx[i] = factor * (dy[i] - of_dy - (x[i] - mean) * scale * of_dyx);
  }
}

}  // namespace

cudaError_t normalize(cudaStream_t stream, const Channels& n, const float* x, const float* weight, const float* bias,
                      Activation activation, float* y) {
  return launch(each_number, image_grid(n.channels * n.plane, n.batch), image_threads, stream, n, x, weight, bias,
                activation, y);
}

cudaError_t normalize_input_gradient(cudaStream_t stream, const Channels& n, const float* x, const float* weight,
                                     const float* mean_dy, const float* mean_dyx, const float* dy, float* dx) {
  return launch(each_gradient, image_grid(n.channels * n.plane, n.batch), image_threads, stream, n, x, weight, mean_dy,
                mean_dyx, dy, dx);
}

}  // namespace mlplab::gpu
