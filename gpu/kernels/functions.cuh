// Activations, their slopes and the optimisers' steps, as every kernel computes them; losses are in loss.cuh. A new
// kind is a case in a switch here: none has a default, so that the compiler names those that lack it.
#pragma once

#include "gpu/kernels/launch.h"
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

__device__ inline float activate(Activation activation, float z) {
  switch (activation) {
    case Activation::identity:
      return z;
    case Activation::relu:
      return z < 0.0F ? 0.0F : z;  // in this order NaN stays NaN
    case Activation::sigmoid:
      return 1.0F / (1.0F + expf(-z));
    case Activation::tanh:
      return tanhf(z);
  }
  __builtin_unreachable();
}

/// f'(z) in terms of a = f(z).
__device__ inline float slope(Activation activation, float a) {
  switch (activation) {
    case Activation::identity:
      return 1.0F;
    case Activation::relu:
      return a > 0.0F ? 1.0F : 0.0F;
    case Activation::sigmoid:
      return a * (1.0F - a);
    case Activation::tanh:
      return 1.0F - a * a;
  }
  __builtin_unreachable();
}

/// One step of parameter `at`. slot0, slot1 are touched only where the optimiser has them.
__device__ inline void apply(const Optimizer& optimizer, const StepNumbers& numbers, float gradient, std::size_t at,
                             float* slot0, float* slot1, float* parameters) {
  float w = parameters[at];
  const float g = gradient + optimizer.decay * w;
  switch (optimizer.kind) {
    case OptimizerKind::sgd:
      w -= numbers.rate * g;
      break;
    case OptimizerKind::momentum:
      w -= numbers.rate * (slot0[at] = optimizer.momentum * slot0[at] + g);
      break;
    case OptimizerKind::adam: {
      const float m = slot0[at] = optimizer.beta1 * slot0[at] + optimizer.rest1 * g;
      const float v = slot1[at] = optimizer.beta2 * slot1[at] + optimizer.rest2 * g * g;
      w -= numbers.rate * (m / numbers.correction1) / (sqrtf(v / numbers.correction2) + optimizer.epsilon);
      break;
    }
  }
  parameters[at] = w;
}

/// alpha·sum + beta·C + bias through the activation (or times its slope) into element (i, j) of C.
__device__ inline void finish(const MatrixProduct& p, int i, int j, float sum) {
  const std::size_t at = static_cast<std::size_t>(i) * p.ldc + j;
  float value = p.alpha * sum;
  if (p.beta != 0.0F) value += p.beta * p.c[at];
  if (p.bias != nullptr) value += p.bias[j];
  p.c[at] = p.slope_of != nullptr ? value * slope(p.activation, p.slope_of[at]) : activate(p.activation, value);
}

/// Row i of the batch as a row of features and labels.
__device__ inline std::size_t row_of(const Batch& batch, int i) {
  if (batch.order == nullptr) return static_cast<std::size_t>(i);
  const std::size_t begin =
      batch.chunk == nullptr ? 0 : static_cast<std::size_t>(batch.chunk->first_step + batch.slot) * batch.batch_size;
  return batch.order[begin + i];
}

constexpr float pixel_scale = 1.0F / 255.0F;  // x = pixel / 255

}  // namespace mlplab::gpu
