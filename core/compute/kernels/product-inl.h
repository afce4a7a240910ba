// Matrix products, one panel of B at a time: the register-blocked loop that everything dense runs in.
//
// A tile of 6 rows × 4 vectors keeps 24 sums in registers (of 32; on machines with 16 registers 6 × 2 = 12). Each step
// of k loads 4 vectors of B and broadcasts 6 numbers of A for 24 multiply-adds, so the two multiply-add units are the
// limit, not the two load ports, and 24 independent sums hide the latency of 4 cycles three times over.
// Each tile runs over all of k, up to 1024 steps, while the panel, up to 256 KB, comes out of the second-level cache:
// 256 bytes in the 24 or 12 cycles of a step are a fraction of what that cache delivers, and the processor looks far
// enough ahead to hide how long it takes. Blocks of k that stay in the first-level cache need C read and written once
// for each, which costs more. Products larger than that cache are cut in blocks.h.
#if defined(MLPLAB_KERNELS_PRODUCT_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_PRODUCT_INL_H_
#undef MLPLAB_KERNELS_PRODUCT_INL_H_
#else
#define MLPLAB_KERNELS_PRODUCT_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "core/base/unreachable.h"
#include "core/compute/kernels/common-inl.h"
#include "core/compute/kernels/formulas-inl.h"
#include "core/compute/kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr int tile_vectors = 4;
#else
constexpr int tile_vectors = 2;
#endif
constexpr int tile_rows = 6;

/// Bias, activation and gate of one row of C, which has just been written and lies in the first-level cache.
inline HWY_ATTR void finish_row(const PanelProduct& g, float* c, const float* gate) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int j = 0; j < g.n; j += lanes) {
    const bool whole = j + lanes <= g.n;
    const std::size_t part = static_cast<std::size_t>(g.n - j);
    const auto load = [&](const float* p) HWY_ATTR { return whole ? hn::LoadU(d, p + j) : load_part(d, p + j, part); };
    Vec v = load(c);
    if (g.bias != nullptr) v = hn::Add(v, load(g.bias));
    v = activate(d, g.activation, v);
    if (gate != nullptr) v = gated(d, g.gate_activation, load(gate), v);
    if (whole)
      hn::StoreU(v, d, c + j);
    else
      store_part(d, v, c + j, part);
  }
}

/// The operations on a tile's sums before they go to C; `finish` where the sums are complete and the rest is simple
/// enough.
struct Ending {
  float beta = 0.0F;
  bool finish = false;
};

/// Bias, ReLU and ReLU's gate cost nothing while a tile is still in registers; the others have too much code to be
/// here.
inline bool is_simple(Activation activation) {
  switch (activation) {
    case Activation::identity:
    case Activation::relu:
      return true;
    case Activation::sigmoid:
    case Activation::tanh:
      return false;
  }
  unreachable();
}
inline bool is_simple(const PanelProduct& g) {
  return is_simple(g.activation) && (g.gate == nullptr || is_simple(g.gate_activation));
}

inline int tile_count(int rows) { return (rows + tile_rows - 1) / tile_rows; }

/// Hands out an Ahead in as many portions as there are tiles: ten to twenty cache lines each, which is what may be on
/// their way at a time.
class Fetching {
 public:
  Fetching(const Ahead& ahead, int tiles) : ahead_(ahead) {
    const std::ptrdiff_t lines = (ahead.bytes + line - 1) / line * ahead.rows;
    each_ = tiles > 0 ? (lines + tiles - 1) / tiles : 0;
    if (ahead.rows > 0) at_ = ahead.row(0);
  }
  void portion() {
    for (std::ptrdiff_t i = 0; i < each_ && row_ < ahead_.rows; ++i) {
      __builtin_prefetch(at_ + byte_, 0, 2);
      byte_ += line;
      if (byte_ < ahead_.bytes) continue;
      byte_ = 0;
      if (++row_ < ahead_.rows) at_ = ahead_.row(row_);
    }
  }

 private:
  static constexpr std::ptrdiff_t line = 64;
  const Ahead& ahead_;
  const char* at_ = nullptr;  // the row
  std::ptrdiff_t byte_ = 0, each_ = 0;
  int row_ = 0;
};

/// So many steps before its last one a tile asks for what its end reads and writes: soon enough for the third-level
/// cache, and late enough to be still in the first when it is wanted, past which 256 bytes of B go by in each step.
constexpr int fetched_ahead = 32;

/// One tile: rows [ROWS] of A times k rows of the panel, into C; gate is that of the tile's first row.
template <int ROWS, int VECTORS>
HWY_ATTR void tile(const PanelProduct& g, int k, const float* a, const float* b, Ending ending, float* c,
                   const float* gate) {
  const F32 d;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  Vec sum[ROWS][VECTORS];
#pragma GCC unroll 8
  for (int i = 0; i < ROWS; ++i)
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; ++v) sum[i][v] = hn::Zero(d);
  const std::ptrdiff_t row_a = g.row_a, col_a = g.col_a, ldb = g.ldb;
  // Two loops and not one with a pause: GCC aligns these.
  const auto steps = [&](int count) HWY_ATTR __attribute__((always_inline)) {
#pragma GCC unroll 1
    for (int p = 0; p < count; ++p) {
      Vec row[VECTORS];
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; ++v) row[v] = hn::LoadU(d, b + v * lanes);
#pragma GCC unroll 8
      for (int i = 0; i < ROWS; ++i) {
        const Vec x = hn::Set(d, a[i * row_a]);
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; ++v) sum[i][v] = hn::MulAdd(x, row[v], sum[i][v]);
      }
      a += col_a;
      b += ldb;
    }
  };
  steps(k - fetched_ahead);
#pragma GCC unroll 8
  for (int i = 0; i < ROWS; ++i)
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; ++v) {
      __builtin_prefetch(c + i * g.ldc + v * lanes, 1, 3);
      if (gate != nullptr) __builtin_prefetch(gate + i * g.ld_gate + v * lanes, 0, 3);
    }
  steps(std::min(k, fetched_ahead));
  const Vec alpha = hn::Set(d, g.alpha);
  const float beta = ending.beta;
  if (g.n == VECTORS * lanes) {
    // The usual endings without a branch for each vector: a tile is short, so every instruction counts. Where alpha is
    // 1 nothing is multiplied by it, for the multiply-add units have the next tile to do.
    const auto write = [&](const auto& value_of) HWY_ATTR {
#pragma GCC unroll 8
      for (int i = 0; i < ROWS; ++i)
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; ++v) {
          float* to = c + i * g.ldc + v * lanes;
          hn::StoreU(value_of(i, v, to), d, to);
        }
    };
    const auto kept = [&](int i, int v, const float* to) HWY_ATTR { return hn::Add(sum[i][v], hn::LoadU(d, to)); };
    const bool has_bias = ending.finish && g.bias != nullptr;
    const bool relu = ending.finish && g.activation == Activation::relu;
    const bool gated_by_relu = ending.finish && gate != nullptr && g.gate_activation == Activation::relu;
    const bool plain = !has_bias && !relu && !gated_by_relu;
    if (plain && g.alpha == 1.0F && beta == 0.0F)
      return write([&](int i, int v, const float*) HWY_ATTR { return sum[i][v]; });
    if (plain && g.alpha == 1.0F && beta == 1.0F) return write(kept);
    if (plain && beta == 1.0F)
      return write([&](int i, int v, const float* to)
                       HWY_ATTR { return hn::MulAdd(alpha, sum[i][v], hn::LoadU(d, to)); });
    if (has_bias && relu && !gated_by_relu && g.alpha == 1.0F && beta == 1.0F)
      return write([&](int i, int v, const float* to) HWY_ATTR {
        return activate(d, Activation::relu, hn::Add(kept(i, v, to), hn::LoadU(d, g.bias + v * lanes)));
      });
    if (gated_by_relu && !has_bias && !relu && g.alpha == 1.0F && beta == 0.0F)
      return write([&](int i, int v, const float*) HWY_ATTR {
        return gated(d, Activation::relu, hn::LoadU(d, gate + i * g.ld_gate + v * lanes), sum[i][v]);
      });
    const Vec old = hn::Set(d, beta);
    return write([&](int i, int v, const float* to) HWY_ATTR {
      Vec value = hn::Mul(alpha, sum[i][v]);
      if (beta == 1.0F)
        value = hn::Add(value, hn::LoadU(d, to));
      else if (beta != 0.0F)
        value = hn::MulAdd(old, hn::LoadU(d, to), value);
      if (has_bias) value = hn::Add(value, hn::LoadU(d, g.bias + v * lanes));
      if (relu) value = activate(d, Activation::relu, value);
      if (gated_by_relu) value = gated(d, Activation::relu, hn::LoadU(d, gate + i * g.ld_gate + v * lanes), value);
      return value;
    });
  }
  HWY_ALIGN float part[ROWS * VECTORS * hn::MaxLanes(F32())];
#pragma GCC unroll 8
  for (int i = 0; i < ROWS; ++i)
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; ++v) hn::Store(hn::Mul(alpha, sum[i][v]), d, part + (i * VECTORS + v) * lanes);
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < g.n; ++j) {
      float& to = c[i * g.ldc + j];
      to = part[i * VECTORS * lanes + j] + (beta == 0.0F ? 0.0F : beta * to);
    }
}

/// The gate of the tile that begins at row `first`, into the second-level cache, a tile before its end asks for it: it
/// may come from memory.
inline void fetch_gate(const PanelProduct& g, int first) {
  constexpr int line = 16;  // floats
  const int end = first + tile_rows < g.m ? first + tile_rows : g.m;
  for (int i = first; i < end; ++i)
    for (int j = 0; j < g.n; j += line) __builtin_prefetch(g.gate + i * g.ld_gate + j, 0, 2);
}

template <int VECTORS>
HWY_ATTR void rows_of_tiles(const PanelProduct& g, int k, const float* a, const float* b, Ending ending,
                            Fetching& ahead, Fetching& next_b) {
  using Tile = void (*)(const PanelProduct&, int, const float*, const float*, Ending, float*, const float*);
  static constexpr Tile tiles[] = {tile<1, VECTORS>, tile<2, VECTORS>, tile<3, VECTORS>,
                                   tile<4, VECTORS>, tile<5, VECTORS>, tile<6, VECTORS>};
  static_assert(sizeof tiles / sizeof tiles[0] == tile_rows);
  // As even as can be: 16 rows are 6 + 5 + 5, not 6 + 6 + 4, because short tiles leave the units waiting.
  const int count = tile_count(g.m);
  for (int t = 0, i = 0; t < count; ++t) {
    const int rows = (g.m - i + (count - t) - 1) / (count - t);
    const float* gate = g.gate == nullptr ? nullptr : g.gate + i * g.ld_gate;
    ahead.portion();
    next_b.portion();
    if (ending.finish && gate != nullptr) fetch_gate(g, i + rows);
    tiles[rows - 1](g, k, a + i * g.row_a, b, ending, g.c + i * g.ldc, gate);
    i += rows;
  }
}

HWY_ATTR void panel_product(const PanelProduct& g) {
  const bool wanted = g.bias != nullptr || g.activation != Activation::identity || g.gate != nullptr;
  const bool in_tile = wanted && g.n == g.vectors * static_cast<int>(hn::Lanes(F32())) && is_simple(g);
  const int blocks = g.k > longest_sum ? (g.k + longest_sum - 1) / longest_sum : 1;
  Fetching ahead(g.ahead, tile_count(g.m) * blocks), next_b(g.next_b, tile_count(g.m) * blocks);
  for (int block = 0; block < blocks; ++block) {
    const int p = static_cast<int>(std::int64_t{g.k} * block / blocks);
    const int k = static_cast<int>(std::int64_t{g.k} * (block + 1) / blocks) - p;
    const float* a = g.a + p * g.col_a;
    const float* b = g.b + p * g.ldb;
    const Ending ending = {block == 0 ? g.beta : 1.0F, in_tile && block + 1 == blocks};
    switch (g.vectors) {
      case 1:
        rows_of_tiles<1>(g, k, a, b, ending, ahead, next_b);
        break;
      case 2:
        rows_of_tiles<2>(g, k, a, b, ending, ahead, next_b);
        break;
#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON
      case 3:
        rows_of_tiles<3>(g, k, a, b, ending, ahead, next_b);
        break;
      case 4:
        rows_of_tiles<4>(g, k, a, b, ending, ahead, next_b);
        break;
#endif
      default:
        break;
    }
  }
  if (in_tile || !wanted) return;
  for (int i = 0; i < g.m; ++i) finish_row(g, g.c + i * g.ldc, g.gate == nullptr ? nullptr : g.gate + i * g.ld_gate);
}

#if HWY_TARGET != HWY_SCALAR
/// Four columns of `ROWS` rows: vector q has the rows q, q + 4, q + 8 … one after the other.
template <int ROWS>
HWY_ATTR auto every_fourth(const float* a, std::ptrdiff_t lda) {
  if constexpr (ROWS == 4) {
    return hn::LoadU(hn::FixedTag<float, 4>(), a);
  } else {
    const auto low = every_fourth<ROWS / 2>(a, lda), high = every_fourth<ROWS / 2>(a + ROWS / 2 * lda, lda);
    return hn::Combine(hn::FixedTag<float, ROWS>(), high, low);
  }
}

/// b [4, ROWS] = aᵀ, a [ROWS, 4]: blocks of 4 × 4 through two rounds of interleaving, side by side in a vector.
template <int ROWS>
HWY_ATTR void transpose_four(const float* a, std::ptrdiff_t lda, float* b, std::ptrdiff_t ldb) {
  const hn::FixedTag<float, ROWS> d;
  const hn::RepartitionToWide<decltype(d)> wide;
  const auto r0 = every_fourth<ROWS>(a, lda), r1 = every_fourth<ROWS>(a + lda, lda);
  const auto r2 = every_fourth<ROWS>(a + 2 * lda, lda), r3 = every_fourth<ROWS>(a + 3 * lda, lda);
  const auto q0 = hn::BitCast(wide, hn::InterleaveLower(d, r0, r1)),
             q1 = hn::BitCast(wide, hn::InterleaveUpper(d, r0, r1));
  const auto q2 = hn::BitCast(wide, hn::InterleaveLower(d, r2, r3)),
             q3 = hn::BitCast(wide, hn::InterleaveUpper(d, r2, r3));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(wide, q0, q2)), d, b);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(wide, q0, q2)), d, b + ldb);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(wide, q1, q3)), d, b + 2 * ldb);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(wide, q1, q3)), d, b + 3 * ldb);
}

/// Transposes the whole groups of ROWS among `rows` rows; returns the number of rows transposed.
template <int ROWS>
HWY_ATTR int transpose_rows(int rows, int columns, const float* a, std::ptrdiff_t lda, float* b, std::ptrdiff_t ldb) {
  int i = 0;
  for (; i + ROWS <= rows; i += ROWS) {
    int j = 0;
    for (; j + 4 <= columns; j += 4) transpose_four<ROWS>(a + i * lda + j, lda, b + j * ldb + i, ldb);
    for (; j < columns; ++j)
      for (int r = 0; r < ROWS; ++r) b[j * ldb + i + r] = a[(i + r) * lda + j];
  }
  return i;
}
#endif

/// As many rows at a time as a vector holds, so that whole vectors are written.
HWY_ATTR void transpose(int rows, int columns, const float* a, std::ptrdiff_t lda, float* b, std::ptrdiff_t ldb) {
  int i = 0;
#if HWY_TARGET != HWY_SCALAR
  constexpr int lanes = static_cast<int>(HWY_MAX_BYTES / sizeof(float));
  if constexpr (lanes >= 16) i += transpose_rows<16>(rows - i, columns, a + i * lda, lda, b + i, ldb);
  if constexpr (lanes >= 8) i += transpose_rows<8>(rows - i, columns, a + i * lda, lda, b + i, ldb);
  i += transpose_rows<4>(rows - i, columns, a + i * lda, lda, b + i, ldb);
#endif
  for (; i < rows; ++i)
    for (int j = 0; j < columns; ++j) b[j * ldb + i] = a[i * lda + j];
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
