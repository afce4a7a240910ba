// Loss and gradient of one row by one warp or one thread. A new loss is a case in the switch of row_loss.
#pragma once

#include <cmath>

#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/loss_rows.h"

namespace mlplab::gpu {

constexpr unsigned all_lanes = 0xffffffffU;

/// Sum over the lanes of a warp, in every lane. All 32 must come.
template <class Number>
__device__ inline Number warp_sum(Number value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(all_lanes, value, distance);
  return value;
}

/// The first of the largest values, as std::max_element finds it: NaN is never larger, but stays where it came first.
struct Largest {
  float key = -INFINITY;
  int index = 1 << 30;

  __device__ void see(float value, int at) {
    const float k = value != value ? (at == 0 ? INFINITY : -INFINITY) : value;
    take(k, at);
  }
  __device__ void take(float k, int at) {
    if (k > key || (k == key && at < index)) key = k, index = at;
  }
  __device__ void over_warp() {
    for (int distance = 16; distance > 0; distance /= 2) {
      const float other = __shfl_xor_sync(all_lanes, key, distance);
      const int at = __shfl_xor_sync(all_lanes, index, distance);
      take(other, at);
    }
  }
};

/// `first` and `lanes`: this thread's classes are first, first + lanes, …; a warp has 32 lanes, a lone thread is one.
/// Returns the row's result in every lane. `gradient` may be `row` itself.
template <int lanes>
__device__ inline RowResult row_loss(Loss kind, int mean_over, int classes, const float* row, int label,
                                     float* gradient, int first) {
  Largest largest;
  for (int k = first; k < classes; k += lanes) largest.see(row[k], k);
  if (lanes == 32) largest.over_warp();
  RowResult result;
  result.correct = largest.index == label ? 1 : 0;
  const float of_label = row[label];
  if (lanes == 32) __syncwarp();  // every lane has read row[label] before any writes the gradient over it
  switch (kind) {
    case Loss::softmax_cross_entropy: {
      float sum = 0.0F;
      for (int k = first; k < classes; k += lanes) sum += expf(row[k] - largest.key);
      if (lanes == 32) sum = warp_sum(sum);
      for (int k = first; k < classes; k += lanes)
        gradient[k] = (expf(row[k] - largest.key) / sum - (k == label ? 1.0F : 0.0F)) / static_cast<float>(mean_over);
      result.loss = logf(sum) + (largest.key - of_label);
      return result;
    }
    case Loss::mean_squared_error: {
      const float factor = 2.0F / (static_cast<float>(mean_over) * static_cast<float>(classes));
      double sum = 0.0;  // a float's square overflows from 1.8e19 on
      for (int k = first; k < classes; k += lanes) {
        const float error = row[k] - (k == label ? 1.0F : 0.0F);
        gradient[k] = factor * error;
        sum += static_cast<double>(error) * error;
      }
      if (lanes == 32) sum = warp_sum(sum);
      result.loss = sum / classes;
      return result;
    }
  }
  __builtin_unreachable();
}

/// One block of 256 threads adds results [batch] to totals in a fixed order. `scratch` [256] lies in shared memory.
__device__ inline void block_totals(int batch, const RowResult* results, Totals* totals, double* losses,
                                    long long* correct) {
  const int thread = static_cast<int>(threadIdx.x);
  double loss = 0.0;
  long long right = 0;
  for (int i = thread; i < batch; i += 256) loss += results[i].loss, right += results[i].correct;
  losses[thread] = loss, correct[thread] = right;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) losses[thread] += losses[thread + half], correct[thread] += correct[thread + half];
  }
  if (thread == 0) {
    totals->loss_sum += losses[0];
    totals->correct += correct[0];
    totals->examples += batch;
  }
}

}  // namespace mlplab::gpu
