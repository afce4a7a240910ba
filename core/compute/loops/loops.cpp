// The compiler makes each function below three times, for AVX-512, for AVX2 and for any x86-64; the program chooses
// when it starts. Nothing else here knows of vectors.
#include "core/compute/loops/loops.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/unreachable.h"
#include "core/data/dataset.h"
#include "core/model/activation.h"

// Sanitizers are not yet there when the choice is made, so their builds have the baseline alone.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define MLPLAB_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define MLPLAB_VECTOR_CLONES
#endif

namespace mlplab::loops {

MLPLAB_VECTOR_CLONES
void product(const Gemm& g, int first, int last) {
  const int n = g.n, k = g.k;  // copies: a store through a pointer might change what a reference refers to
  const float alpha = g.alpha, beta = g.beta;
  std::vector<float> row_of_a(static_cast<std::size_t>(k)), row_of_c(static_cast<std::size_t>(n));
  float *a = row_of_a.data(), *sums = row_of_c.data();
  for (int i = first; i < last; ++i) {
    for (int p = 0; p < k; ++p)
      a[p] = g.transpose_a ? g.a[std::size_t(p) * g.lda + i] : g.a[std::size_t(i) * g.lda + p];
    if (g.transpose_b) {
      // Rows of B lie along k: one dot product per output. The compiler may add in another order only where it is told.
      for (int j = 0; j < n; ++j) {
        const float* b = g.b + std::size_t(j) * g.ldb;
        float sum = 0.0F;
#pragma omp simd reduction(+ : sum)
        for (int p = 0; p < k; ++p) sum += a[p] * b[p];
        sums[j] = sum;
      }
    } else {
      // Rows of B lie along n: each row of B, times one number of A, is added to the row of C.
      std::fill(sums, sums + n, 0.0F);
      for (int p = 0; p < k; ++p) {
        const float factor = a[p];
        const float* b = g.b + std::size_t(p) * g.ldb;
        for (int j = 0; j < n; ++j) sums[j] += factor * b[j];
      }
    }
    float* c = g.c + std::size_t(i) * g.ldc;
    for (int j = 0; j < n; ++j) {
      float value = alpha * sums[j];
      if (beta != 0.0F) value += beta * c[j];
      if (g.bias != nullptr) value += g.bias[j];
      c[j] = activate(g.activation, value);
    }
  }
}

MLPLAB_VECTOR_CLONES
void gather(int first, int last, int d, const std::uint8_t* features, const std::int32_t* labels,
            const std::uint32_t* order, float* x, std::int32_t* y) {
  for (int i = first; i < last; ++i) {
    const std::size_t row = order == nullptr ? static_cast<std::size_t>(i) : order[i];
    const std::uint8_t* from = features + row * d;
    float* to = x + std::size_t(i) * d;
    for (int j = 0; j < d; ++j) to[j] = static_cast<float>(from[j]) * feature_scale;
    y[i] = labels[row];
  }
}

MLPLAB_VECTOR_CLONES
void activation_gradient(Activation activation, std::size_t first, std::size_t last, const float* a, float* d) {
  for (std::size_t i = first; i < last; ++i) d[i] *= slope(activation, a[i]);
}

MLPLAB_VECTOR_CLONES
void column_sums(int first, int last, int rows, int columns, const float* d, float* sums) {
  std::fill(sums + first, sums + last, 0.0F);
  for (int i = 0; i < rows; ++i) {
    const float* row = d + std::size_t(i) * columns;
    for (int j = first; j < last; ++j) sums[j] += row[j];
  }
}

MLPLAB_VECTOR_CLONES
void update(const Update& u, std::size_t first, std::size_t last) {
  const OptimizerSpec& spec = u.optimizer;
  const float rate = u.learning_rate;
  const auto decay = static_cast<float>(spec.weight_decay);
  const float* gradient = u.gradient;
  float *w = u.parameters, *slot0 = u.slot0, *slot1 = u.slot1;
  switch (spec.kind) {
    case OptimizerKind::sgd:
#pragma omp simd
      for (std::size_t i = first; i < last; ++i) w[i] -= rate * (gradient[i] + decay * w[i]);
      return;
    case OptimizerKind::momentum: {
      const auto kept = static_cast<float>(spec.momentum);
#pragma omp simd
      for (std::size_t i = first; i < last; ++i) {
        slot0[i] = kept * slot0[i] + (gradient[i] + decay * w[i]);
        w[i] -= rate * slot0[i];
      }
      return;
    }
    case OptimizerKind::adam: {
      const auto beta1 = static_cast<float>(spec.beta1), beta2 = static_cast<float>(spec.beta2);
      const auto rest1 = static_cast<float>(1.0 - spec.beta1), rest2 = static_cast<float>(1.0 - spec.beta2);
      const auto epsilon = static_cast<float>(spec.epsilon);
      const auto correction1 = static_cast<float>(1.0 - std::pow(spec.beta1, static_cast<double>(u.step)));
      const auto correction2 = static_cast<float>(1.0 - std::pow(spec.beta2, static_cast<double>(u.step)));
      for (std::size_t i = first; i < last; ++i) {
        const float g = gradient[i] + decay * w[i];
        slot0[i] = beta1 * slot0[i] + rest1 * g;
        slot1[i] = beta2 * slot1[i] + rest2 * g * g;
        w[i] -= rate * (slot0[i] / correction1) / (std::sqrt(slot1[i] / correction2) + epsilon);
      }
      return;
    }
  }
  unreachable();
}

const char* instruction_set() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "AVX-512";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "AVX2";
#endif
  return "baseline";
}

}  // namespace mlplab::loops
