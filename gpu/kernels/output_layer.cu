// Logits, softmax, loss, its gradient, and the gradient of the layer before: with ten classes each of these is too
// small to fill a GPU or to be worth a launch, so one warp does them all for one row, the logits never leaving shared
// memory.
#include <cstdint>

#include "gpu/kernels/loss.cuh"
#include "gpu/kernels/output_layer.h"

namespace mlplab::gpu {
namespace {

constexpr int warps = 4;

/// The row of a warp.
struct Row {
  int warp, lane, number, label;
};
__device__ inline Row begin_row(const OutputLayer& layer) {
  let_next_kernel_begin();
  Row row{static_cast<int>(threadIdx.x) / 32, static_cast<int>(threadIdx.x) % 32, 0, 0};
  row.number = static_cast<int>(blockIdx.x) * warps + row.warp;
  row.label = layer.batch.labels[row_of(layer.batch, row.number < layer.rows ? row.number : 0)];
  wait_for_kernel_before();
  return row;
}

/// Loss and delta of a row whose outputs are known; false where nothing flows back.
__device__ inline bool finish_row(const OutputLayer& layer, const Row& row, const float* output, float* gradient) {
  __syncwarp();
  const RowResult result = row_loss<32>(layer.loss, layer.rows, layer.classes, output, row.label, gradient, row.lane);
  if (row.lane == 0) layer.results[row.number] = result;
  if (layer.input_delta == nullptr) return false;
  for (int c = row.lane; c < layer.classes; c += 32) {
    gradient[c] *= slope(layer.activation, output[c]);
    layer.delta[row.number * static_cast<std::size_t>(layer.classes) + c] = gradient[c];
  }
  __syncwarp();
  return true;
}

__global__ void __launch_bounds__(warps * 32) a_warp_a_row(OutputLayer layer) {
  __shared__ float outputs[warps][max_fused_classes], gradients[warps][max_fused_classes];
  const Row row = begin_row(layer);
  if (row.number >= layer.rows) return;  // the whole warp; only warps meet below
  const int lane = row.lane;
  float* const output = outputs[row.warp];
  float* const gradient = gradients[row.warp];
  const float* const input = layer.input + row.number * static_cast<std::size_t>(layer.in);
  for (int c = 0; c < layer.classes; ++c) {
    const float* const w = layer.w + static_cast<std::size_t>(c) * layer.in;
    float sum = 0.0F;
    for (int h = lane; h < layer.in; h += 32) sum += input[h] * w[h];
    sum = warp_sum(sum);
    if (lane == 0) output[c] = activate(layer.activation, sum + layer.b[c]);
  }
  if (!finish_row(layer, row, output, gradient)) return;
  for (int h = lane; h < layer.in; h += 32) {
    float sum = 0.0F;
    for (int c = 0; c < layer.classes; ++c) sum += gradient[c] * layer.w[static_cast<std::size_t>(c) * layer.in + h];
    layer.input_delta[row.number * static_cast<std::size_t>(layer.in) + h] =
        sum * slope(layer.input_activation, input[h]);
  }
}

constexpr int few = 16, part = 256;  // classes, and inputs that a warp takes at once: eight a lane

__device__ inline float4 four_at(const float* p, bool there) {
  return there ? *reinterpret_cast<const float4*>(p) : float4{0.0F, 0.0F, 0.0F, 0.0F};
}
__device__ inline float product(const float4& a, const float4& b) {
  return a.x * b.x + a.y * b.y + (a.z * b.z + a.w * b.w);
}

/// Lanes exchange halves of their sums until lanes 2c and 2c + 1 have sum c of all lanes as their first.
template <int count>
__device__ inline void sum_over_lanes(float (&sums)[few], int lane) {
  if constexpr (count > 1) {
    const bool upper = (lane & count) != 0;
#pragma unroll
    for (int c = 0; c < count / 2; ++c) {
      const float low = sums[c], high = sums[c + count / 2];
      sums[c] = (upper ? high : low) + __shfl_xor_sync(all_lanes, upper ? low : high, count);
    }
    sum_over_lanes<count / 2>(sums, lane);
  } else {
    sums[0] += __shfl_xor_sync(all_lanes, sums[0], 1);
  }
}

/// As a_warp_a_row(), for up to 16 classes: all weights are asked for at once, and with up to 256 inputs stay in
/// registers until the gradient of the layer before needs them.
__global__ void __launch_bounds__(warps * 32) a_warp_a_row_of_few(OutputLayer layer) {
  __shared__ float outputs[warps][few], gradients[warps][few];
  const Row row = begin_row(layer);
  if (row.number >= layer.rows) return;  // the whole warp; only warps meet below
  const int lane = row.lane;
  float* const output = outputs[row.warp];
  float* const gradient = gradients[row.warp];
  const float* const input = layer.input + row.number * static_cast<std::size_t>(layer.in);
  float4 w[few][2], x[2];
  const auto ask = [&](int begin) {
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const int h = begin + 128 * k + 4 * lane;
      x[k] = four_at(input + h, h < layer.in);
#pragma unroll
      for (int c = 0; c < few; ++c)
        w[c][k] = four_at(layer.w + static_cast<std::size_t>(c) * layer.in + h, c < layer.classes && h < layer.in);
    }
  };
  float sums[few] = {};
  for (int begin = 0; begin < layer.in; begin += part) {
    ask(begin);
#pragma unroll
    for (int c = 0; c < few; ++c) sums[c] += product(x[0], w[c][0]) + product(x[1], w[c][1]);
  }
  sum_over_lanes<few>(sums, lane);
  const int own = lane / 2;
  if (own < layer.classes) output[own] = activate(layer.activation, sums[0] + layer.b[own]);
  gradient[own] = 0.0F;
  if (!finish_row(layer, row, output, gradient)) return;
  for (int begin = 0; begin < layer.in; begin += part) {
    if (layer.in > part) ask(begin);
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const int h = begin + 128 * k + 4 * lane;
      if (h >= layer.in) continue;
      float4 sum = {0.0F, 0.0F, 0.0F, 0.0F};
#pragma unroll
      for (int c = 0; c < few; ++c) {
        const float g = gradient[c];
        sum.x += g * w[c][k].x, sum.y += g * w[c][k].y, sum.z += g * w[c][k].z, sum.w += g * w[c][k].w;
      }
      sum.x *= slope(layer.input_activation, x[k].x), sum.y *= slope(layer.input_activation, x[k].y);
      sum.z *= slope(layer.input_activation, x[k].z), sum.w *= slope(layer.input_activation, x[k].w);
      *reinterpret_cast<float4*>(layer.input_delta + row.number * static_cast<std::size_t>(layer.in) + h) = sum;
    }
  }
}

}  // namespace

cudaError_t output_layer(cudaStream_t stream, const OutputLayer& layer) {
  const bool suits = layer.classes <= few && layer.in % 4 == 0 && reinterpret_cast<std::uintptr_t>(layer.w) % 16 == 0;
  return launch_early(layer.early, suits ? a_warp_a_row_of_few : a_warp_a_row, blocks_for(layer.rows, warps),
                      warps * 32, stream, layer);
}

}  // namespace mlplab::gpu
