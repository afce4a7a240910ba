// The first layer on tensor cores. A block has 16 units and 8 rows for each of its `tiles`; its eight warps share the
// pixels out among themselves, each asks for all of its weights and pixels at once, and their sums meet at the end: one
// latency of memory, where slices that are shared by the block have one each.
#include "gpu/kernels/forward_pixels.h"
#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/tensor.cuh"

namespace mlplab::gpu {
namespace forward_tensor {  // its names are those of other kernels, too
namespace {

constexpr int warps = 8, units_of_block = 16, chunk = 16;  // pixels that one instruction takes

/// A lane's pixels of a chunk are 4t … 4t + 3, in the order of the registers: {4t, 4t + 1}, {4t + 2, 4t + 3}; of
/// weights and pixels alike, so the sum is the same.
template <int tiles, int at_once>
__global__ void __launch_bounds__(warps * 32) sixteen_units(int rows, int d, int units, Batch batch, const float* w,
                                                            const float* b, Activation activation, float* a) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  // Where there are few tiles, the parts' sums are chains of their own: an instruction waits for the one before it.
  constexpr int block_rows = 8 * tiles, line = units_of_block + 4, chains = tiles <= 2 ? parts_of_float : 1;
  __shared__ float sums_of[warps][block_rows][line];
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, g = thread % 32 / 4, t = thread % 4;
  const int groups = (units + units_of_block - 1) / units_of_block;
  const int u0 = static_cast<int>(blockIdx.x) % groups * units_of_block,
            i0 = static_cast<int>(blockIdx.x) / groups * block_rows;
  // Rows and units that there are not are computed as the last one, and not written.
  const std::uint8_t* pixels[tiles];
#pragma unroll
  for (int tile = 0; tile < tiles; ++tile) {
    const int i = i0 + 8 * tile + g;
    pixels[tile] = batch.features + row_of(batch, i < rows ? i : rows - 1) * static_cast<std::size_t>(d) + 4 * t;
  }
  const int first_unit = u0 + g < units ? u0 + g : units - 1, second_unit = u0 + g + 8 < units ? u0 + g + 8 : units - 1;
  const float* const w_first = w + static_cast<std::size_t>(first_unit) * d + 4 * t;
  const float* const w_second = w + static_cast<std::size_t>(second_unit) * d + 4 * t;
  const int chunks = d / chunk;
  float sums[chains][tiles][4] = {};
  std::uint32_t words[at_once][tiles];
  const auto ask_for_pixels = [&](int begin) {
#pragma unroll
    for (int s = 0; s < at_once; ++s)
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile)
        words[s][tile] = *reinterpret_cast<const std::uint32_t*>(
            pixels[tile] + (begin + warps * s < chunks ? begin + warps * s : begin) * chunk);
  };
  let_next_kernel_begin();
  if (warp < chunks) ask_for_pixels(warp);
  wait_for_kernel_before();  // which changes w and b
  for (int begin = warp; begin < chunks; begin += warps * at_once) {
    float4 first[at_once], second[at_once];
    std::uint32_t now[at_once][tiles];
#pragma unroll
    for (int s = 0; s < at_once; ++s) {
      const int at = (begin + warps * s < chunks ? begin + warps * s : begin) * chunk;
      first[s] = *reinterpret_cast<const float4*>(w_first + at);
      second[s] = *reinterpret_cast<const float4*>(w_second + at);
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile) now[s][tile] = words[s][tile];
    }
    if (begin + warps * at_once < chunks) ask_for_pixels(begin + warps * at_once);
#pragma unroll
    for (int s = 0; s < at_once; ++s) {
      if (begin + warps * s >= chunks) break;
      std::uint32_t parts[parts_of_float][4];
      split(first[s].x, first[s].y, 0, parts), split(second[s].x, second[s].y, 1, parts);
      split(first[s].z, first[s].w, 2, parts), split(second[s].z, second[s].w, 3, parts);
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile) {
        const std::uint32_t word = now[s][tile];
        const std::uint32_t of_pixels[2] = {pair_of_pixels(float_of_byte(word, 0), float_of_byte(word, 1)),
                                            pair_of_pixels(float_of_byte(word, 2), float_of_byte(word, 3))};
#pragma unroll
        for (int part = parts_of_float - 1; part >= 0; --part)
          multiply_parts(sums[part % chains][tile], parts[part], of_pixels);
      }
    }
  }
#pragma unroll
  for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      float sum = 0.0F;
#pragma unroll
      for (int chain = chains - 1; chain >= 0; --chain) sum += sums[chain][tile][i];
      sums_of[warp][8 * tile + 2 * t + i % 2][g + i / 2 * 8] = sum;
    }
  __syncthreads();
  for (int at = thread; at < units_of_block * block_rows; at += warps * 32) {
    const int row = at / units_of_block, unit = at % units_of_block, i = i0 + row, j = u0 + unit;
    if (i >= rows || j >= units) continue;
    float sum = 0.0F;
#pragma unroll
    for (int from = 0; from < warps; ++from) sum += sums_of[from][row][unit];
    a[static_cast<std::size_t>(i) * units + j] = activate(activation, sum * pixel_scale + b[j]);
  }
#endif
}

template <int tiles, int at_once>
cudaError_t start(cudaStream_t stream, int rows, int d, int units, const Batch& batch, const float* w, const float* b,
                  Activation activation, float* a, bool early) {
  const unsigned blocks = blocks_for(units, units_of_block) * blocks_for(rows, 8 * tiles);
  return launch_early(early, sixteen_units<tiles, at_once>, blocks, warps * 32, stream, rows, d, units, batch, w, b,
                      activation, a);
}

}  // namespace
}  // namespace forward_tensor

cudaError_t forward_pixels_tensor(cudaStream_t stream, int rows, int d, int units, const Batch& batch, const float* w,
                                  const float* b, Activation activation, float* a, int processors, bool early) {
  using namespace forward_tensor;
  // Each block reads its units' weights anew: as many rows a block as leave `busy` of the multiprocessors one.
  const auto fill = [&](unsigned tiles, double busy) {
    return blocks_for(units, units_of_block) * blocks_for(rows, 8 * tiles) >= busy * processors;
  };
  const auto with = [&](auto start_some) {
    return start_some(stream, rows, d, units, batch, w, b, activation, a, early);
  };
  if (fill(8, 0.75)) return with(start<8, 1>);
  if (fill(4, 0.75)) return with(start<4, 3>);
  if (fill(2, 0.45)) return with(start<2, 7>);
  return with(start<1, 7>);
}

}  // namespace mlplab::gpu
