// One block's tile of a product: C[i0.., j0..] = sum over p of A(i, p) · B(j, p), for operands that are read by
// functions of (row, p), so that the same loop serves floats, transposed floats and 8-bit pixels.
//
// Where the speed comes from: a slice of both operands, `depth` deep, is read from memory once by the block, kept in
// shared memory and used rows (or columns) times; each thread keeps per_m × per_n sums in registers, so that per_m +
// per_n reads of shared memory feed per_m · per_n multiply-adds; and the next slice is on its way from memory in
// registers while this one is computed. `groups` > 1: several groups of threads share the slice's depth and add up
// their sums at the end; more blocks and threads for small products, where latency and not arithmetic is the limit.
#pragma once

#include "gpu/kernels/functions.cuh"

namespace mlplab::gpu {

template <int rows_, int columns_, int depth_, int per_m_, int per_n_, int groups_ = 1>
struct TileShape {
  static constexpr int rows = rows_, columns = columns_, depth = depth_, per_m = per_m_, per_n = per_n_,
                       groups = groups_;
  static constexpr int across = columns / per_n, down = rows / per_m, group_threads = across * down;
  static constexpr int threads = group_threads * groups;
  static constexpr int a_loads = rows * depth / threads, b_loads = columns * depth / threads;
  // One float more a row: threads that store a column of a slice then meet different banks.
  static constexpr int a_row = rows + 1, b_row = columns + 1;
  static constexpr int sums_row = columns + 1;
  static constexpr int shared_floats = depth * (a_row + b_row) > (groups > 1 ? groups * rows * sums_row : 0)
                                           ? depth*(a_row + b_row)
                                           : groups* rows* sums_row;
  static_assert(rows % per_m == 0 && columns % per_n == 0 && depth % groups == 0);
  static_assert(rows * depth % threads == 0 && columns * depth % threads == 0);
};

/// Where a thread's element number `load` of a slice lies. `by_row`: neighbouring threads take neighbouring p (memory
/// runs along p), else neighbouring rows.
template <int rows, int depth, int threads>
__device__ inline void slice_place(int load, bool along_p, int* row, int* p) {
  const int at = static_cast<int>(threadIdx.x) + load * threads;
  *row = along_p ? at / depth : at % rows;
  *p = along_p ? at % depth : at / rows;
}

/// Computes the tile at (i0, j0) and hands each element inside [m, n] to store(i, j, sum). a(i, p) and b(j, p) are
/// called inside [m, k] and [n, k] only. `shared` holds Shape::shared_floats. All threads of the block must come.
template <class Shape, class A, class B, class Store>
__device__ inline void tile_product(int m, int n, int k, int i0, int j0, bool a_along_p, bool b_along_p, const A& a,
                                    const B& b, const Store& store, float* shared) {
  float* const a_slice = shared;                                // [depth][a_row]
  float* const b_slice = shared + Shape::depth * Shape::a_row;  // [depth][b_row]
  const int thread = static_cast<int>(threadIdx.x);
  const int group = thread / Shape::group_threads, in_group = thread % Shape::group_threads;
  const int tx = in_group % Shape::across, ty = in_group / Shape::across;
  float sums[Shape::per_m][Shape::per_n];
  for (int u = 0; u < Shape::per_m; ++u)
    for (int v = 0; v < Shape::per_n; ++v) sums[u][v] = 0.0F;
  float a_next[Shape::a_loads], b_next[Shape::b_loads];

  const auto fetch = [&](int p0) {
#pragma unroll
    for (int load = 0; load < Shape::a_loads; ++load) {
      int row, p;
      slice_place<Shape::rows, Shape::depth, Shape::threads>(load, a_along_p, &row, &p);
      a_next[load] = i0 + row < m && p0 + p < k ? a(i0 + row, p0 + p) : 0.0F;
    }
#pragma unroll
    for (int load = 0; load < Shape::b_loads; ++load) {
      int row, p;
      slice_place<Shape::columns, Shape::depth, Shape::threads>(load, b_along_p, &row, &p);
      b_next[load] = j0 + row < n && p0 + p < k ? b(j0 + row, p0 + p) : 0.0F;
    }
  };

  fetch(0);
  for (int p0 = 0; p0 < k; p0 += Shape::depth) {
#pragma unroll
    for (int load = 0; load < Shape::a_loads; ++load) {
      int row, p;
      slice_place<Shape::rows, Shape::depth, Shape::threads>(load, a_along_p, &row, &p);
      a_slice[p * Shape::a_row + row] = a_next[load];
    }
#pragma unroll
    for (int load = 0; load < Shape::b_loads; ++load) {
      int row, p;
      slice_place<Shape::columns, Shape::depth, Shape::threads>(load, b_along_p, &row, &p);
      b_slice[p * Shape::b_row + row] = b_next[load];
    }
    __syncthreads();
    if (p0 + Shape::depth < k) fetch(p0 + Shape::depth);
    constexpr int each = Shape::depth / Shape::groups;
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const int p = group * each + q;
      // A thread's rows and columns are `down` and `across` apart: neighbouring threads read neighbouring floats.
      float a_part[Shape::per_m], b_part[Shape::per_n];
#pragma unroll
      for (int u = 0; u < Shape::per_m; ++u) a_part[u] = a_slice[p * Shape::a_row + ty + u * Shape::down];
#pragma unroll
      for (int v = 0; v < Shape::per_n; ++v) b_part[v] = b_slice[p * Shape::b_row + tx + v * Shape::across];
#pragma unroll
      for (int u = 0; u < Shape::per_m; ++u)
#pragma unroll
        for (int v = 0; v < Shape::per_n; ++v) sums[u][v] += a_part[u] * b_part[v];
    }
    __syncthreads();
  }

  if constexpr (Shape::groups == 1) {
#pragma unroll
    for (int u = 0; u < Shape::per_m; ++u)
#pragma unroll
      for (int v = 0; v < Shape::per_n; ++v) {
        const int i = i0 + ty + u * Shape::down, j = j0 + tx + v * Shape::across;
        if (i < m && j < n) store(i, j, sums[u][v]);
      }
  } else {
    // The groups' sums are added in the order of the groups: the same bits each time.
#pragma unroll
    for (int u = 0; u < Shape::per_m; ++u)
#pragma unroll
      for (int v = 0; v < Shape::per_n; ++v)
        shared[(group * Shape::rows + ty + u * Shape::down) * Shape::sums_row + tx + v * Shape::across] = sums[u][v];
    __syncthreads();
    for (int at = thread; at < Shape::rows * Shape::columns; at += Shape::threads) {
      const int row = at / Shape::columns, column = at % Shape::columns;
      float sum = 0.0F;
      for (int g = 0; g < Shape::groups; ++g) sum += shared[(g * Shape::rows + row) * Shape::sums_row + column];
      if (i0 + row < m && j0 + column < n) store(i0 + row, j0 + column, sum);
    }
  }
}

// The shapes in use, all of 256 threads. Latency: 16 × 16 outputs by four groups, for products that fill few
// multiprocessors. Small, medium, large: more outputs a thread, so more multiply-adds for each read.
using LatencyTile = TileShape<16, 16, 64, 2, 2, 4>;
using SmallTile = TileShape<32, 32, 32, 2, 2>;
using MediumTile = TileShape<64, 64, 16, 4, 4>;
using LargeTile = TileShape<128, 128, 8, 8, 8>;

/// Blocks that cover [m, n].
template <class Shape>
inline long long tiles_of(long long m, long long n) {
  return ((m + Shape::rows - 1) / Shape::rows) * ((n + Shape::columns - 1) / Shape::columns);
}

}  // namespace mlplab::gpu
