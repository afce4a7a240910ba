// Plain C++17 values that the C++20 side hands to kernels. nvcc sees only the enumerations of core/model/kinds.h;
// structures mirror those of core/ (gpu/cuda_backend.cpp asserts that the totals agree).
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "core/model/kinds.h"

namespace mlplab::gpu {

/// As StepTotals of core/compute/backend.h.
struct Totals {
  double loss_sum;
  std::int64_t correct, examples;
};

/// The contribution of one row of a batch to the totals.
struct RowResult {
  double loss;
  std::int32_t correct;
};

/// C [m, n] = f(alpha · op(A) · op(B) + beta · C + bias), as Gemm of core/compute/backend.h; then, where `slope_of` is
/// given, C *= slope(activation, slope_of) element by element instead of f (a delta that passes back through a layer).
struct MatrixProduct {
  bool transpose_a = false, transpose_b = false;
  int m = 0, n = 0, k = 0;
  float alpha = 1.0F;
  const float* a = nullptr;
  int lda = 0;
  const float* b = nullptr;
  int ldb = 0;
  float beta = 0.0F;
  float* c = nullptr;
  int ldc = 0;
  const float* bias = nullptr;      // [n]
  const float* slope_of = nullptr;  // [m, n], ldc apart: the layer's outputs
  Activation activation = Activation::identity;
};

/// Formulas in core/model/optimizer.h.
struct Optimizer {
  OptimizerKind kind = OptimizerKind::sgd;
  float decay = 0.0F, momentum = 0.0F, beta1 = 0.0F, beta2 = 0.0F, rest1 = 0.0F, rest2 = 0.0F, epsilon = 0.0F;
};

/// The numbers that change from step to step.
struct StepNumbers {
  float rate = 0.0F;
  float correction1 = 1.0F, correction2 = 1.0F;  // adam: 1 - β1ᵗ, 1 - β2ᵗ
};

/// The numbers of the next steps, in device memory: a captured graph of steps reads them there, and so serves again.
struct StepChunk {
  static constexpr int steps = 64;
  std::int64_t first_step;         // in the epoch
  std::int64_t first_step_of_run;  // from 0
  StepNumbers numbers[steps];
};

/// Where a step finds its examples: row i of the batch is row order[begin + i] of features [n, d], where begin is
/// (chunk->first_step + slot) · batch_size, or 0 without a chunk; without an order it is row i.
struct Batch {
  const std::uint8_t* features = nullptr;
  const std::int32_t* labels = nullptr;
  const std::uint32_t* order = nullptr;
  const StepChunk* chunk = nullptr;
  int slot = 0;
  int batch_size = 0;
};

}  // namespace mlplab::gpu
