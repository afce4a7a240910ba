// One block's tile of a product, as tile.cuh, on tensor cores and in single precision (compute capability 8.0 on). Both
// operands are split into three bfloat16 each as they come to shared memory (tensor.cuh): exact sums, so that of nine
// products of parts each is exact, too. The six largest are added up; the three others are some 2^-24 of the product,
// as much as single precision rounds off. Tensor cores cut their sums off where others round, always towards zero: so
// they add up 16 products only, from zero, and these sums are added in single precision, which rounds.
// An operand that is infinite gives NaN, for infinity has no second part.
#pragma once

#include "gpu/kernels/tensor.cuh"
#include "gpu/kernels/tile.cuh"

namespace mlplab::gpu {

/// `warps_down` × `warps_across` warps with (rows / warps_down) × (columns / warps_across) outputs each;
/// `least_blocks_`: how many blocks a multiprocessor's registers are to have room for.
template <int rows_, int columns_, int warps_down_, int warps_across_, int least_blocks_>
struct TensorShape {
  static constexpr bool on_tensor_cores = true;
  static constexpr int rows = rows_, columns = columns_, least_blocks = least_blocks_;
  static constexpr int depth = 16, pairs = depth / 2;  // of one instruction
  static constexpr int warps_down = warps_down_, warps_across = warps_across_;
  static constexpr int threads = 32 * warps_down * warps_across;
  static constexpr int down = rows / warps_down / 16, across = columns / warps_across / 8;  // instructions of a warp
  static constexpr int part_words = (rows + columns) * pairs;      // [rows, then columns][pairs]
  static constexpr int slice_words = parts_of_float * part_words;  // [parts]
  static constexpr int shared_floats = 2 * slice_words;            // one is computed while the next one comes
  static_assert(rows % (16 * warps_down) == 0 && columns % (16 * warps_across) == 0);
  static_assert(threads % rows == 0 && threads % columns == 0 && threads <= 8 * rows && threads <= 8 * columns);
};

/// Where a pair of a row of A, or a column of B, lies among the words of its part: 16 rows are 32 fours of words, each
/// a lane's registers of an instruction for A, and of two for B. The order of the fours is such that neighbouring
/// threads meet different banks when they store, too.
template <bool is_a>
__device__ inline int place_of_pair(int row, int pair) {
  const int g = row % 8, half = row / 8 % 2, t = pair / 2, later = pair % 2;
  return row / 16 * 128 + (g * 4 + (t ^ g / 2)) * 4 + (is_a ? half + 2 * later : 2 * half + later);
}

/// The pairs of a slice that a thread reads of an operand with `rows` rows: of several rows the same one where memory
/// runs along p, so that neighbouring threads read neighbouring numbers, else of one row several.
template <int rows, int threads, bool along_p>
struct OwnPairs {
  static constexpr int count = rows * 8 / threads, own_rows = along_p ? count : 1;

  __device__ static int row(int number) {
    const int thread = static_cast<int>(threadIdx.x);
    if (!along_p) return thread % rows;
    const int at = thread / 8 + number * (threads / 8);  // a warp's four: two neighbours, and two that are 8 further on
    return at / 16 * 16 + at % 2 + at / 2 % 2 * 8 + at / 4 % 4 * 2;
  }
  __device__ static int pair(int number) {
    const int thread = static_cast<int>(threadIdx.x);
    return along_p ? thread % 8 : thread / rows * count + number;
  }
};

/// A thread's share of an operand: the operand says where its rows are, once, and where places of the sum are, one
/// after the other.
template <class Operand, int rows, int threads>
struct Reader {
  using Own = OwnPairs<rows, threads, Operand::along_p>;
  const Operand& operand;
  typename Operand::Row own_rows[Own::own_rows];
  bool there[Own::own_rows];
  float next[Own::count][2];

  __device__ Reader(const Operand& of, int first, int end) : operand(of) {
#pragma unroll
    for (int number = 0; number < Own::own_rows; ++number) {
      const int row = first + Own::row(number);
      there[number] = row < end;
      own_rows[number] = operand.row(there[number] ? row : first);
    }
  }
  /// Asks for the slice at p0; nothing is read from `end` on.
  __device__ void fetch(int p0, int end) {
    int p = p0 + 2 * Own::pair(0);
    auto place = operand.place(p);
    constexpr int consecutive = Operand::along_p ? 2 : 2 * Own::count;
#pragma unroll
    for (int step = 0; step < consecutive; ++step) {
      if constexpr (Operand::along_p) {
#pragma unroll
        for (int number = 0; number < Own::count; ++number)
          next[number][step] = operand.value(own_rows[number], place, there[number] & (p < end));
      } else {
        next[step / 2][step % 2] = operand.value(own_rows[0], place, there[0] & (p < end));
      }
      ++p;
      if (step + 1 < consecutive) operand.advance(&place, p);
    }
  }
  /// Puts what has come into shared memory, split into parts.
  template <class Shape, bool is_a>
  __device__ void put(std::uint32_t* slice) const {
#pragma unroll
    for (int number = 0; number < Own::count; ++number) {
      std::uint32_t parts[parts_of_float][4];
      split(next[number][0], next[number][1], 0, parts);
      std::uint32_t* const words = slice + place_of_pair<is_a>(Own::row(number), Own::pair(number));
      if constexpr (!is_a && !Operand::along_p && Own::count % 2 == 0) {  // two neighbours at once
        if (number % 2 == 1) continue;
        split(next[number + 1][0], next[number + 1][1], 1, parts);
#pragma unroll
        for (int part = 0; part < parts_of_float; ++part)
          *reinterpret_cast<uint2*>(words + part * Shape::part_words) = {parts[part][0], parts[part][1]};
      } else {
#pragma unroll
        for (int part = 0; part < parts_of_float; ++part) words[part * Shape::part_words] = parts[part][0];
      }
    }
  }
};

/// As tile_product() of tile.cuh, for the sum over [first, end). Operands have the types Row and Place, `along_p`,
/// row(i), place(p), advance(&place, p) to the next p, and value(row, place, there), which is 0 where that is false.
template <class Shape, class A, class B, class Store>
__device__ inline void tensor_product(int m, int n, int first, int end, int i0, int j0, const A& a, const B& b,
                                      const Store& store, float* shared) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  auto* const slices = reinterpret_cast<std::uint32_t*>(shared);
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, g = thread % 32 / 4, t = thread % 4;
  const int first_row = warp / Shape::warps_across * Shape::down * 16;
  const int first_column = warp % Shape::warps_across * Shape::across * 8;
  const int own_four = (g * 4 + (t ^ g / 2)) * 4;
  float totals[Shape::down][Shape::across][4] = {};
  Reader<A, Shape::rows, Shape::threads> of_rows(a, i0, m);
  Reader<B, Shape::columns, Shape::threads> of_columns(b, j0, n);
  const auto fetch = [&](int p0) { of_rows.fetch(p0, end), of_columns.fetch(p0, end); };
  const auto put = [&](std::uint32_t* slice) {
    of_rows.template put<Shape, true>(slice);
    of_columns.template put<Shape, false>(slice + Shape::rows * Shape::pairs);
  };

  fetch(first);
  put(slices);
  __syncthreads();
  for (int p0 = first; p0 < end; p0 += Shape::depth) {
    const int now = (p0 - first) / Shape::depth % 2;
    const std::uint32_t* const slice = slices + now * Shape::slice_words;
    if (p0 + Shape::depth < end) fetch(p0 + Shape::depth);
    __syncwarp();  // no load is moved behind the multiplies
    // A lane's places are 4t … 4t + 3, in the order of the registers: of both operands alike, so the sum is the same.
    const auto four = [&](int part, int row) {
      return *reinterpret_cast<const uint4*>(slice + part * Shape::part_words + row / 16 * 128 + own_four);
    };
    std::uint32_t of_b[Shape::across][parts_of_float][2];
#pragma unroll
    for (int column = 0; column < Shape::across; column += 2)
#pragma unroll
      for (int part = 0; part < parts_of_float; ++part) {
        const uint4 words = four(part, Shape::rows + first_column + 8 * column);
        of_b[column][part][0] = words.x, of_b[column][part][1] = words.y;
        of_b[column + 1][part][0] = words.z, of_b[column + 1][part][1] = words.w;
      }
#pragma unroll
    for (int row = 0; row < Shape::down; ++row) {
      std::uint32_t of_a[parts_of_float][4];
#pragma unroll
      for (int part = 0; part < parts_of_float; ++part) {
        const uint4 words = four(part, first_row + 16 * row);
        of_a[part][0] = words.x, of_a[part][1] = words.y, of_a[part][2] = words.z, of_a[part][3] = words.w;
      }
      float sums[Shape::across][4] = {};
      // The smallest first; those of one column wait for each other, those of several do not.
      constexpr int products[6][2] = {{2, 0}, {1, 1}, {0, 2}, {1, 0}, {0, 1}, {0, 0}};
#pragma unroll
      for (int product = 0; product < 6; ++product)
#pragma unroll
        for (int column = 0; column < Shape::across; ++column)
          multiply_parts(sums[column], of_a[products[product][0]], of_b[column][products[product][1]]);
#pragma unroll
      for (int column = 0; column < Shape::across; ++column)
#pragma unroll
        for (int i = 0; i < 4; ++i) totals[row][column][i] += sums[column][i];
    }
    if (p0 + Shape::depth < end) put(slices + (1 - now) * Shape::slice_words);
    __syncthreads();
  }

#pragma unroll
  for (int row = 0; row < Shape::down; ++row) {
    decltype(read_before(store, 0, 0)) read[Shape::across][4] = {};
    const auto each = [&](const auto& use) {
#pragma unroll
      for (int column = 0; column < Shape::across; ++column)
#pragma unroll
        for (int at = 0; at < 4; ++at) {
          const int i = i0 + first_row + 16 * row + g + at / 2 * 8;
          const int j = j0 + first_column + 8 * column + 2 * t + at % 2;
          if (i < m && j < n) use(column, at, i, j);
        }
    };
    each([&](int column, int at, int i, int j) { read[column][at] = read_before(store, i, j); });
    each(
        [&](int column, int at, int i, int j) { write_after(store, i, j, totals[row][column][at], read[column][at]); });
  }
#endif
}

}  // namespace mlplab::gpu
