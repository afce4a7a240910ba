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

/// A parameter with what its optimiser keeps of it.
struct Parameter {
  float w = 0.0F, slot0 = 0.0F, slot1 = 0.0F;
};

/// slot0, slot1 are read only where the optimiser has them.
__device__ inline Parameter parameter_at(const Optimizer& optimizer, std::size_t at, const float* slot0,
                                         const float* slot1, const float* parameters) {
  Parameter p;
  p.w = parameters[at];
  if (optimizer.kind != OptimizerKind::sgd) p.slot0 = slot0[at];
  if (optimizer.kind == OptimizerKind::adam) p.slot1 = slot1[at];
  return p;
}

/// One step of parameter `at`, which is `p` so far. slot0, slot1 are written only where the optimiser has them.
__device__ inline void apply(const Optimizer& optimizer, const StepNumbers& numbers, float gradient, std::size_t at,
                             const Parameter& p, float* slot0, float* slot1, float* parameters) {
  float w = p.w;
  const float g = gradient + optimizer.decay * w;
  switch (optimizer.kind) {
    case OptimizerKind::sgd:
      w -= numbers.rate * g;
      break;
    case OptimizerKind::momentum:
      w -= numbers.rate * (slot0[at] = optimizer.momentum * p.slot0 + g);
      break;
    case OptimizerKind::adam: {
      const float m = slot0[at] = optimizer.beta1 * p.slot0 + optimizer.rest1 * g;
      const float v = slot1[at] = optimizer.beta2 * p.slot1 + optimizer.rest2 * g * g;
      w -= numbers.rate * (m / numbers.correction1) / (sqrtf(v / numbers.correction2) + optimizer.epsilon);
      break;
    }
  }
  parameters[at] = w;
}
__device__ inline void apply(const Optimizer& optimizer, const StepNumbers& numbers, float gradient, std::size_t at,
                             float* slot0, float* slot1, float* parameters) {
  apply(optimizer, numbers, gradient, at, parameter_at(optimizer, at, slot0, slot1, parameters), slot0, slot1,
        parameters);
}

/// The operands of element (i, j) of C beside its sum.
struct Finish {
  float c = 0.0F, bias = 0.0F, slope_of = 0.0F;
};
__device__ inline Finish finish_of(const MatrixProduct& p, int i, int j) {
  const std::size_t at = static_cast<std::size_t>(i) * p.ldc + j;
  Finish f;
  if (p.beta != 0.0F) f.c = p.c[at];
  if (p.bias != nullptr) f.bias = p.bias[j];
  if (p.slope_of != nullptr) f.slope_of = p.slope_of[at];
  return f;
}

/// alpha·sum + beta·C + bias through the activation (or times its slope) into element (i, j) of C.
__device__ inline void finish(const MatrixProduct& p, int i, int j, float sum, const Finish& f) {
  float value = p.alpha * sum;
  if (p.beta != 0.0F) value += p.beta * f.c;
  if (p.bias != nullptr) value += f.bias;
  p.c[static_cast<std::size_t>(i) * p.ldc + j] =
      p.slope_of != nullptr ? value * slope(p.activation, f.slope_of) : activate(p.activation, value);
}
__device__ inline void finish(const MatrixProduct& p, int i, int j, float sum) {
  finish(p, i, j, sum, finish_of(p, i, j));
}

/// The order's entry for the batch's first row; null where there is no order.
__device__ inline const std::uint32_t* order_of(const Batch& batch) {
  if (batch.order == nullptr || batch.chunk == nullptr) return batch.order;
  return batch.order + static_cast<std::size_t>(batch.chunk->first_step + batch.slot) * batch.batch_size;
}

/// Row i of the batch as a row of features and labels.
__device__ inline std::size_t row_of(const Batch& batch, int i) {
  const std::uint32_t* const order = order_of(batch);
  return order == nullptr ? static_cast<std::size_t>(i) : order[i];
}

constexpr float pixel_scale = 1.0F / 255.0F;  // x = pixel / 255

}  // namespace mlplab::gpu
