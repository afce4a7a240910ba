// One block's tile of a product: C[i0.., j0..] = sum over p of A(i, p) · B(j, p), for operands that are read by
// functions of (row, p), so that the same loop serves floats, transposed floats and 8-bit pixels.
//
// Where the speed comes from: a slice of both operands, `depth` deep, is read from memory once by the block, kept in
// shared memory and used rows (or columns) times; each thread keeps per_m × per_n sums in registers, so that per_m +
// per_n reads of shared memory feed per_m · per_n multiply-adds; and the next slice is on its way from memory in
// registers while this one is computed. `groups` > 1: several groups of threads share the slice's depth and add up
// their sums at the end; more blocks and threads for small products, where latency and not arithmetic is the limit.
// bench/gpu_code prints what the compiler makes of it: how far ahead a load is, and what waits for what.
#pragma once

#include "gpu/kernels/functions.cuh"

namespace mlplab::gpu {

template <int rows_, int columns_, int depth_, int per_m_, int per_n_, int groups_ = 1>
struct TileShape {
  static constexpr bool on_tensor_cores = false;
  static constexpr int rows = rows_, columns = columns_, depth = depth_, per_m = per_m_, per_n = per_n_,
                       groups = groups_;
  static constexpr int across = columns / per_n, down = rows / per_m, group_threads = across * down;
  static constexpr int threads = group_threads * groups;
  /// Blocks that a multiprocessor's registers are to have room for: with two of the largest tile one computes while the
  /// other waits for memory, which is worth the few numbers of each that are put aside. 0: as many as come.
  static constexpr int least_blocks = per_m * per_n >= 64 && threads == 256 ? 2 : 0;
  static constexpr int a_loads = rows * depth / threads, b_loads = columns * depth / threads;
  // A thread with a multiple of four rows and columns has them by fours, and reads four floats at once: a quarter of
  // the reads that its multiplies would need one by one.
  static constexpr bool by_fours = per_m % 4 == 0 && per_n % 4 == 0;
  // Some floats more per row: threads that store a column of a slice then meet different banks.
  static constexpr int a_row = rows + (by_fours ? 4 : 1), b_row = columns + (by_fours ? 4 : 1);
  static constexpr int sums_row = columns + 1;
  static constexpr int shared_floats = depth * (a_row + b_row) > (groups > 1 ? groups * rows * sums_row : 0)
                                           ? depth*(a_row + b_row)
                                           : groups* rows* sums_row;
  static_assert(rows % per_m == 0 && columns % per_n == 0 && depth % groups == 0);
  static_assert(rows * depth % threads == 0 && columns * depth % threads == 0);
  static_assert(groups == 1 || rows * columns % threads == 0);
};

/// A thread's row (or column) number `own` of its tile: `count` threads have the others.
template <class Shape>
__device__ inline int place_of_own(int thread, int own, int count) {
  return Shape::by_fours ? 4 * (thread + own / 4 * count) + own % 4 : thread + own * count;
}

/// The values of a thread's rows (or columns) at one place of the sum.
template <class Shape, int per>
__device__ inline void own_values(const float* slice, int thread, int count, float (&values)[per]) {
  if constexpr (Shape::by_fours) {
#pragma unroll
    for (int own = 0; own < per; own += 4) {
      const float4 four = *reinterpret_cast<const float4*>(slice + place_of_own<Shape>(thread, own, count));
      values[own] = four.x, values[own + 1] = four.y, values[own + 2] = four.z, values[own + 3] = four.w;
    }
  } else {
#pragma unroll
    for (int own = 0; own < per; ++own) values[own] = slice[place_of_own<Shape>(thread, own, count)];
  }
}

/// The factor that an operand's element is. Elements wait in registers as they were read, bytes as bytes: to convert
/// one right behind its load would be to wait for it there, and the compiler then moves the load behind the multiplies.
__device__ inline float factor(float value) { return value; }
__device__ inline float factor(std::uint8_t pixel) { return static_cast<float>(pixel) * pixel_scale; }

/// Operands whose addresses stand in memory themselves look them up a slice ahead: look_up() asks for those of the
/// slice at p0, looked_up() hands them to the block in front of the barrier that its reads come after. Others need
/// neither.
template <class Operand>
__device__ inline void look_up(Operand& /*operand*/, int /*p0*/) {}
template <class Operand>
__device__ inline void looked_up(const Operand& /*operand*/) {}

/// How a tile's outputs are written where that takes more than their sums: before(i, j) reads it, after(i, j, sum,
/// read) writes. A thread reads for up to 16 outputs before it writes them: the compiler cannot know that no write
/// changes what is read later, and each read would have a latency of its own.
template <class Before, class After>
struct Outputs {
  Before before;
  After after;
};
template <class Before, class After>
Outputs(Before, After) -> Outputs<Before, After>;

struct Nothing {};
template <class Store>
__device__ inline Nothing read_before(const Store& /*store*/, int /*i*/, int /*j*/) {
  return {};
}
template <class Before, class After>
__device__ inline auto read_before(const Outputs<Before, After>& outputs, int i, int j) {
  return outputs.before(i, j);
}
template <class Store>
__device__ inline void write_after(const Store& store, int i, int j, float sum, const Nothing& /*nothing*/) {
  store(i, j, sum);
}
template <class Before, class After, class Read>
__device__ inline void write_after(const Outputs<Before, After>& outputs, int i, int j, float sum, const Read& read) {
  outputs.after(i, j, sum, read);
}

/// Where a thread's element number `load` of a slice lies. `by_row`: neighbouring threads take neighbouring p (memory
/// runs along p), else neighbouring rows.
template <int rows, int depth, int threads>
__device__ inline void slice_place(int load, bool along_p, int* row, int* p) {
  const int at = static_cast<int>(threadIdx.x) + load * threads;
  *row = along_p ? at / depth : at % rows;
  *p = along_p ? at % depth : at / rows;
}

/// Computes the tile at (i0, j0) and hands each element inside [m, n] to store(i, j, sum), or to Outputs. a(i, p) and
/// b(j, p) return a float or a pixel, see factor(); they are called inside [m, k] and [n, k] only. `shared` holds
/// Shape::shared_floats; its next use needs a barrier first. All threads of the block must call.
template <class Shape, class A, class B, class Store>
__device__ inline void tile_product(int m, int n, int k, int i0, int j0, bool a_along_p, bool b_along_p, A a, B b,
                                    const Store& store, float* shared) {
  float* const a_slice = shared;                                // [depth][a_row]
  float* const b_slice = shared + Shape::depth * Shape::a_row;  // [depth][b_row]
  const int thread = static_cast<int>(threadIdx.x);
  const int group = thread / Shape::group_threads, in_group = thread % Shape::group_threads;
  const int tx = in_group % Shape::across, ty = in_group / Shape::across;
  float sums[Shape::per_m][Shape::per_n];
  for (int u = 0; u < Shape::per_m; ++u)
    for (int v = 0; v < Shape::per_n; ++v) sums[u][v] = 0.0F;
  decltype(a(0, 0)) a_next[Shape::a_loads];
  decltype(b(0, 0)) b_next[Shape::b_loads];

  const auto fetch = [&](int p0) {
#pragma unroll
    for (int load = 0; load < Shape::a_loads; ++load) {
      int row, p;
      slice_place<Shape::rows, Shape::depth, Shape::threads>(load, a_along_p, &row, &p);
      a_next[load] = 0;
      if (i0 + row < m && p0 + p < k) a_next[load] = a(i0 + row, p0 + p);
    }
#pragma unroll
    for (int load = 0; load < Shape::b_loads; ++load) {
      int row, p;
      slice_place<Shape::columns, Shape::depth, Shape::threads>(load, b_along_p, &row, &p);
      b_next[load] = 0;
      if (j0 + row < n && p0 + p < k) b_next[load] = b(j0 + row, p0 + p);
    }
  };

  fetch(0);
  look_up(b, Shape::depth);
  for (int p0 = 0; p0 < k; p0 += Shape::depth) {
#pragma unroll
    for (int load = 0; load < Shape::a_loads; ++load) {
      int row, p;
      slice_place<Shape::rows, Shape::depth, Shape::threads>(load, a_along_p, &row, &p);
      a_slice[p * Shape::a_row + row] = factor(a_next[load]);
    }
#pragma unroll
    for (int load = 0; load < Shape::b_loads; ++load) {
      int row, p;
      slice_place<Shape::columns, Shape::depth, Shape::threads>(load, b_along_p, &row, &p);
      b_slice[p * Shape::b_row + row] = factor(b_next[load]);
    }
    looked_up(b);
    __syncthreads();
    if (p0 + Shape::depth < k) {
      fetch(p0 + Shape::depth);
      look_up(b, p0 + 2 * Shape::depth);
    }
    // The assembler would move the loads behind the multiplies to save registers, but moves none past this.
    __syncwarp();
    constexpr int each = Shape::depth / Shape::groups;
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const int p = group * each + q;
      // Neighbouring threads read neighbouring floats, or fours of them.
      float a_part[Shape::per_m], b_part[Shape::per_n];
      own_values<Shape>(a_slice + p * Shape::a_row, ty, Shape::down, a_part);
      own_values<Shape>(b_slice + p * Shape::b_row, tx, Shape::across, b_part);
#pragma unroll
      for (int u = 0; u < Shape::per_m; ++u)
#pragma unroll
        for (int v = 0; v < Shape::per_n; ++v) sums[u][v] += a_part[u] * b_part[v];
    }
    __syncthreads();
  }

  // The outputs of this thread: row, column and sum of number `own`.
  constexpr int outputs = Shape::rows * Shape::columns / Shape::threads;
  const auto place = [&](int own, int* row, int* column) {
    if constexpr (Shape::groups == 1) {
      *row = place_of_own<Shape>(ty, own / Shape::per_n, Shape::down);
      *column = place_of_own<Shape>(tx, own % Shape::per_n, Shape::across);
    } else {
      const int at = thread + own * Shape::threads;
      *row = at / Shape::columns, *column = at % Shape::columns;
    }
  };
  if constexpr (Shape::groups > 1) {
#pragma unroll
    for (int u = 0; u < Shape::per_m; ++u)
#pragma unroll
      for (int v = 0; v < Shape::per_n; ++v)
        shared[(group * Shape::rows + place_of_own<Shape>(ty, u, Shape::down)) * Shape::sums_row +
               place_of_own<Shape>(tx, v, Shape::across)] = sums[u][v];
    __syncthreads();
  }
  constexpr int at_once = outputs < 16 ? outputs : 16;  // of the largest tile's there is no room for all
#pragma unroll
  for (int first = 0; first < outputs; first += at_once) {
    decltype(read_before(store, 0, 0)) read[at_once] = {};
#pragma unroll
    for (int own = 0; own < at_once; ++own) {
      int row, column;
      place(first + own, &row, &column);
      if (i0 + row < m && j0 + column < n) read[own] = read_before(store, i0 + row, j0 + column);
    }
#pragma unroll
    for (int own = 0; own < at_once; ++own) {
      int row, column;
      place(first + own, &row, &column);
      float sum = 0.0F;
      if constexpr (Shape::groups == 1)
        sum = sums[(first + own) / Shape::per_n][(first + own) % Shape::per_n];
      else  // in the order of the groups: the same bits each time
        for (int g = 0; g < Shape::groups; ++g) sum += shared[(g * Shape::rows + row) * Shape::sums_row + column];
      if (i0 + row < m && j0 + column < n) write_after(store, i0 + row, j0 + column, sum, read[own]);
    }
  }
}

// The shapes in use, all of 256 threads. Latency: 16 × 16 outputs by four groups, for products that fill few
// multiprocessors; deep: four times as many outputs, 16 instead of four for each eight reads of shared memory. Small,
// medium, large: more outputs per thread, so more multiply-adds for each read.
using LatencyTile = TileShape<16, 16, 64, 2, 2, 4>;
using DeepTile = TileShape<32, 32, 64, 4, 4, 4>;
using SmallTile = TileShape<32, 32, 32, 2, 2>;
using MediumTile = TileShape<64, 64, 16, 4, 4>;
using LargeTile = TileShape<128, 128, 8, 8, 8>;

/// Blocks that cover [m, n].
template <class Shape>
inline long long tiles_of(long long m, long long n) {
  return ((m + Shape::rows - 1) / Shape::rows) * ((n + Shape::columns - 1) / Shape::columns);
}

/// Whether tiles that are quicker, but larger and so fewer, are worth it: three of four multiprocessors get one.
template <class Shape>
inline bool fills(long long m, long long n, int processors) {
  return 4 * tiles_of<Shape>(m, n) >= 3LL * processors;
}

}  // namespace mlplab::gpu
