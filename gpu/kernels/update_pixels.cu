// W := step(W, Dᵀ x) of the first layer, x the batch's pixels, on tensor cores; beside it the layers of few outputs,
// whose gradients are too small to fill a tile, and the totals: one launch for a network of two layers.
#include "gpu/kernels/loss.cuh"
#include "gpu/kernels/tensor.cuh"
#include "gpu/kernels/update_pixels.h"

namespace mlplab::gpu {
namespace update_tensor {  // its names are those of other kernels, too
namespace {

constexpr int warps = 8, units_of_block = 16, span = 64;  // pixels of a block
constexpr int narrow_columns = 8;
constexpr int sums_line = 33;  // 32, padded against conflicts of banks
constexpr int shared_floats = warps * 32 * sums_line;

/// A layer of up to max_narrow outputs: a block has eight of its inputs, each thread every 32nd row of one. Deltas come
/// by way of shared memory, for all threads need all of them. The biases are the weights of one input more, which is 1.
__device__ inline void update_narrow(const WeightUpdate& u, const LayerUpdate& layer, const StepNumbers& numbers,
                                     int block, float* shared) {
  constexpr int columns = narrow_columns, parts = warps * 32 / columns, at_once = 8, rows = parts * at_once;
  constexpr int line = max_narrow + 4;  // of deltas: the four rows that a warp reads lie in different banks
  static_assert(rows * line <= shared_floats && warps * max_narrow * columns <= shared_floats);
  const int thread = static_cast<int>(threadIdx.x), column = thread % columns, part = thread / columns;
  const int j = block * columns + column, read_at = j < layer.in ? j : layer.in - 1;
  float sums[max_narrow] = {};
  for (int begin = 0; begin < u.rows; begin += rows) {
    // Rows that there are not have delta 0, and the last one's input.
    float x[at_once];
#pragma unroll
    for (int q = 0; q < at_once; ++q) {
      const int row = begin + parts * q + part, at = row < u.rows ? row : u.rows - 1;
      x[q] = layer.input[static_cast<std::size_t>(at) * layer.in + read_at];
    }
    // All are asked for before the first is written: one by one, each would have a latency of its own.
    float deltas[at_once * max_narrow / columns];
#pragma unroll
    for (int q = 0; q < at_once * max_narrow / columns; ++q) {
      const int row = begin + (thread + q * warps * 32) / max_narrow, c = thread % max_narrow;
      deltas[q] = row < u.rows && c < layer.out ? layer.delta[static_cast<std::size_t>(row) * layer.out + c] : 0.0F;
    }
#pragma unroll
    for (int q = 0; q < at_once * max_narrow / columns; ++q)
      shared[(thread + q * warps * 32) / max_narrow * line + thread % max_narrow] = deltas[q];
    __syncthreads();
#pragma unroll
    for (int q = 0; q < at_once; ++q) {
      if (begin + parts * q >= u.rows) break;
      const float input = j < layer.in ? x[q] : 1.0F;
#pragma unroll
      for (int c = 0; c < max_narrow; c += 4) {
        const float4 delta = *reinterpret_cast<const float4*>(&shared[(parts * q + part) * line + c]);
        sums[c] += input * delta.x, sums[c + 1] += input * delta.y;
        sums[c + 2] += input * delta.z, sums[c + 3] += input * delta.w;
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int c = 0; c < max_narrow; ++c) {
#pragma unroll
    for (int distance = columns; distance < 32; distance *= 2) sums[c] += __shfl_xor_sync(all_lanes, sums[c], distance);
    if (thread % 32 < columns) shared[(thread / 32 * max_narrow + c) * columns + column] = sums[c];
  }
  __syncthreads();
  const int c = part;
  if (c >= layer.out || j > layer.in) return;
  float sum = 0.0F;
  for (int from = 0; from < warps; ++from) sum += shared[(from * max_narrow + c) * columns + column];
  const std::size_t place = j < layer.in ? layer.weight + static_cast<std::size_t>(c) * layer.in + j : layer.bias + c;
  apply(u.optimizer, numbers, sum, place, u.slot0, u.slot1, u.parameters);
}

/// The first layer: a block has 16 units and 64 pixels, and its warps share the rows out among themselves. Lane 4g + t
/// is asked for the pixels 8g … 8g + 7 of the rows 16q + 4i + t, eight bytes at once, of which byte j is its column of
/// tile j; and gets of tile j the pixels 16t + j and 16t + 8 + j of the units 2g and 2g + 1.
__device__ inline void update_first(const WeightUpdate& u, const LayerUpdate& layer, const StepNumbers& numbers,
                                    int block, float* shared) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  constexpr int values = units_of_block * span / (warps * 32);  // that a thread finishes
  __shared__ float biases_of[warps][units_of_block];
  // Sums of a warp, [16 · unit % 2 + pixel % 16][4 · unit / 2 + pixel / 16].
  const auto sum_at = [&](int of_warp, int value, int of_lane) -> float& {
    return shared[(of_warp * 32 + value) * sums_line + of_lane];
  };
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32, g = lane / 4, t = lane % 4;
  const int across = (layer.in + span - 1) / span;
  const int u0 = block / across * units_of_block, j0 = block % across * span;
  const std::size_t d = static_cast<std::size_t>(layer.in), out = static_cast<std::size_t>(layer.out);
  const std::uint32_t* const order = order_of(u.batch);
  // Pixels that there are not are read as the last ones, and not written.
  const std::uint8_t* const pixels = u.batch.features + (j0 + 8 * g < layer.in ? j0 + 8 * g : layer.in - 8);
  uint2 next_pixels[4];
  const auto ask_for_pixels = [&](int q) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int row = 16 * q + 4 * i + t, read_at = row < u.rows ? row : u.rows - 1;
      next_pixels[i] = *reinterpret_cast<const uint2*>(
          pixels + (order == nullptr ? static_cast<std::size_t>(read_at) : order[read_at]) * d);
    }
  };
  // Rows and units that there are not have delta 0.
  const int unit = u0 + 2 * g;
  float next_deltas[2][4];
  const auto ask_for_deltas = [&](int q) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int row = 16 * q + 4 * i + t;
      const float* const deltas = layer.delta + static_cast<std::size_t>(row) * out + unit;
#pragma unroll
      for (int which = 0; which < 2; ++which)
        next_deltas[which][i] = row < u.rows && unit + which < layer.out ? deltas[which] : 0.0F;
    }
  };
  if (16 * warp < u.rows) ask_for_pixels(warp);
  wait_for_kernel_before();  // which writes deltas
  if (16 * warp < u.rows) ask_for_deltas(warp);
  // The values that the step changes are asked for ahead of the sums: neighbouring threads have neighbouring pixels.
  const int own_pixel = thread % span, own_first = thread / span;  // units own_first, + 4, + 8, + 12
  const auto has_own = [&](int value) { return u0 + own_first + 4 * value < layer.out && j0 + own_pixel < layer.in; };
  const auto own_place = [&](int value) {
    return layer.weight + static_cast<std::size_t>(u0 + own_first + 4 * value) * d +
           static_cast<std::size_t>(j0 + own_pixel);
  };
  Parameter before[values];
#pragma unroll
  for (int value = 0; value < values; ++value)
    if (has_own(value)) before[value] = parameter_at(u.optimizer, own_place(value), u.slot0, u.slot1, u.parameters);
  float sums[8][4] = {}, biases[2] = {};
  for (int q = warp; 16 * q < u.rows; q += warps) {
    float deltas[2][4];
    uint2 words[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      deltas[0][i] = next_deltas[0][i], deltas[1][i] = next_deltas[1][i], words[i] = next_pixels[i];
    if (16 * (q + warps) < u.rows) ask_for_pixels(q + warps), ask_for_deltas(q + warps);
    // Rows i = 0 … 3 are the columns 2t, 2t + 1, 2t + 8, 2t + 9 of A.
    std::uint32_t parts[parts_of_float][4];
#pragma unroll
    for (int which = 0; which < 2; ++which) {
      biases[which] += (deltas[which][0] + deltas[which][1]) + (deltas[which][2] + deltas[which][3]);
      split(deltas[which][0], deltas[which][1], which, parts),
          split(deltas[which][2], deltas[which][3], 2 + which, parts);
    }
#pragma unroll
    for (int tile = 0; tile < 8; ++tile) {
      float of_row[4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
        of_row[i] = float_of_byte(tile < 4 ? words[i].x : words[i].y, static_cast<unsigned>(tile) % 4);
      const std::uint32_t of_pixels[2] = {pair_of_pixels(of_row[0], of_row[1]), pair_of_pixels(of_row[2], of_row[3])};
#pragma unroll
      for (int part = parts_of_float - 1; part >= 0; --part) multiply_parts(sums[tile], parts[part], of_pixels);
    }
  }
#pragma unroll
  for (int tile = 0; tile < 8; ++tile)
#pragma unroll
    for (int i = 0; i < 4; ++i) sum_at(warp, i / 2 * 16 + i % 2 * 8 + tile, lane) = sums[tile][i];
#pragma unroll
  for (int which = 0; which < 2; ++which) {
    biases[which] += __shfl_xor_sync(all_lanes, biases[which], 1);
    biases[which] += __shfl_xor_sync(all_lanes, biases[which], 2);
    if (t == 0) biases_of[warp][2 * g + which] = biases[which];
  }
  __syncthreads();
  const int used = (u.rows + 15) / 16 < warps ? (u.rows + 15) / 16 : warps;
#pragma unroll
  for (int value = 0; value < values; ++value) {
    if (!has_own(value)) continue;
    const int own_unit = own_first + 4 * value;
    float sum = 0.0F;
    for (int from = 0; from < used; ++from)
      sum += sum_at(from, own_unit % 2 * 16 + own_pixel % 16, own_unit / 2 * 4 + own_pixel / 16);
    apply(u.optimizer, numbers, sum * pixel_scale, own_place(value), before[value], u.slot0, u.slot1, u.parameters);
  }
  if (j0 != 0 || thread >= units_of_block || u0 + thread >= layer.out) return;
  float sum = 0.0F;
  for (int from = 0; from < used; ++from) sum += biases_of[from][thread];
  apply(u.optimizer, numbers, sum, layer.bias + static_cast<std::size_t>(u0 + thread), u.slot0, u.slot1, u.parameters);
#endif
}

/// Blocks of the narrow layers come first, for they take longest, then the totals, then those of the first layer.
__global__ void __launch_bounds__(warps * 32) step_from_pixels(WeightUpdate u) {
  alignas(16) __shared__ float shared[shared_floats];
  const int block = static_cast<int>(blockIdx.x);
  const StepNumbers numbers = u.chunk->numbers[u.batch.slot];
  let_next_kernel_begin();
  if (block >= u.layers[0].first_block) {
    update_first(u, u.layers[0], numbers, block - u.layers[0].first_block, shared);
    return;
  }
  wait_for_kernel_before();
  if (block == u.layers[0].first_block - 1 && u.results != nullptr) {
    __shared__ double losses[warps * 32];
    __shared__ long long correct[warps * 32];
    block_totals(u.rows, u.results, u.totals, losses, correct);
    return;
  }
  int l = 1;
  while (l + 1 < u.layer_count && block >= u.layers[l + 1].first_block) ++l;
  update_narrow(u, u.layers[l], numbers, block - u.layers[l].first_block, shared);
}

}  // namespace
}  // namespace update_tensor

cudaError_t update_pixels(cudaStream_t stream, WeightUpdate u) {
  using namespace update_tensor;
  unsigned blocks = 0;
  for (int l = 1; l < u.layer_count; ++l) {
    u.layers[l].first_block = static_cast<int>(blocks);
    blocks += blocks_for(u.layers[l].in + 1, narrow_columns);
  }
  if (u.results != nullptr) ++blocks;
  u.layers[0].first_block = static_cast<int>(blocks);
  blocks += blocks_for(u.layers[0].out, units_of_block) * blocks_for(u.layers[0].in, span);
  return launch_early(u.early, step_from_pixels, blocks, warps * 32, stream, u);
}

}  // namespace mlplab::gpu
