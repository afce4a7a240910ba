// The product of convolutions: as product-inl.h's, but where A's numbers lie is looked up in two tables, so that the
// pixels under a window are read where they are in the image and no matrix of them is ever written. The tile is the
// same 6 rows × 4 vectors (6 × 2 on machines with 16 registers), for the same reasons: each number of A that is
// broadcast is used by 4 multiply-adds, each vector of B by 6.
#if defined(MLPLAB_KERNELS_GATHERED_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_GATHERED_INL_H_
#undef MLPLAB_KERNELS_GATHERED_INL_H_
#else
#define MLPLAB_KERNELS_GATHERED_INL_H_
#endif

#include "core/compute/kernels/common-inl.h"
#include "core/compute/kernels/formulas-inl.h"
#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

/// Rows [ROWS] of C += their part of A times k rows of the panel; `first` where C is not read, `last` where it is
/// complete.
template <int ROWS, int VECTORS>
HWY_ATTR void gathered_tile(const GatheredProduct& g, int row, int depth, int k, bool first, bool last) {
  const F32 d;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  Vec sum[ROWS][VECTORS];
  const float* a[ROWS];
#pragma GCC unroll 8
  for (int i = 0; i < ROWS; ++i) {
    a[i] = g.a + g.rows[row + i];
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; ++v) sum[i][v] = hn::Zero(d);
  }
  const std::int32_t* depths = g.depths + depth;
  const float* b = g.b + depth * g.ldb;
  const std::ptrdiff_t ldb = g.ldb;
#pragma GCC unroll 1
  for (int p = 0; p < k; ++p) {
    const std::ptrdiff_t at = depths[p];
    Vec line[VECTORS];
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; ++v) line[v] = hn::LoadU(d, b + v * lanes);
#pragma GCC unroll 8
    for (int i = 0; i < ROWS; ++i) {
      const Vec x = hn::Set(d, a[i][at]);
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; ++v) sum[i][v] = hn::MulAdd(x, line[v], sum[i][v]);
    }
    b += ldb;
  }
  const bool relu = last && g.activation == Activation::relu;
#pragma GCC unroll 8
  for (int i = 0; i < ROWS; ++i) {
    float* c = g.c + (g.outputs == nullptr ? (row + i) * g.ldc : g.outputs[row + i]);
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; ++v) {
      float* to = c + v * lanes;
      Vec value = first ? sum[i][v] : hn::Add(sum[i][v], hn::LoadU(d, to));
      if (last && g.bias != nullptr) value = hn::Add(value, hn::LoadU(d, g.bias + v * lanes));
      if (relu) value = activate(d, Activation::relu, value);
      hn::StoreU(value, d, to);
    }
  }
}

template <int VECTORS>
HWY_ATTR void gathered_rows(const GatheredProduct& g, int depth, int k, bool first, bool last) {
  using Tile = void (*)(const GatheredProduct&, int, int, int, bool, bool);
  static constexpr Tile tiles[] = {gathered_tile<1, VECTORS>, gathered_tile<2, VECTORS>, gathered_tile<3, VECTORS>,
                                   gathered_tile<4, VECTORS>, gathered_tile<5, VECTORS>, gathered_tile<6, VECTORS>};
  static_assert(sizeof tiles / sizeof tiles[0] == tile_rows);
  const int count = tile_count(g.m);
  for (int t = 0, row = 0; t < count; ++t) {
    const int rows = (g.m - row + (count - t) - 1) / (count - t);  // as even as can be
    tiles[rows - 1](g, row, depth, k, first, last);
    row += rows;
  }
}

HWY_ATTR void gathered_product(const GatheredProduct& g) {
  for (int depth = 0; depth == 0 || depth < g.k; depth += depth_block) {
    const int k = g.k - depth < depth_block ? g.k - depth : depth_block;
    const bool first = depth == 0 && !g.accumulate, last = depth + k == g.k;
    switch (g.vectors) {
      case 1:
        gathered_rows<1>(g, depth, k, first, last);
        break;
      case 2:
        gathered_rows<2>(g, depth, k, first, last);
        break;
#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON
      case 3:
        gathered_rows<3>(g, depth, k, first, last);
        break;
      case 4:
        gathered_rows<4>(g, depth, k, first, last);
        break;
#endif
      default:
        break;
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
