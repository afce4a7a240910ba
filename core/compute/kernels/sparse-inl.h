// Products with the first layer's inputs where most of them are 0: only the lit pixels are visited. Exact: what is left
// out is +0 · w (a NaN or infinite weight under a pixel that is never lit stays unseen until the weights themselves are
// looked at).
//
// A row of W is at most 8 vectors, so that 8 sums, enough for two multiply-add units of latency 4, are in flight.
#if defined(MLPLAB_KERNELS_SPARSE_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_SPARSE_INL_H_
#undef MLPLAB_KERNELS_SPARSE_INL_H_
#else
#define MLPLAB_KERNELS_SPARSE_INL_H_
#endif

#include "core/compute/kernels/common-inl.h"
#include "core/compute/kernels/formulas-inl.h"
#include "core/compute/kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON || HWY_TARGET == HWY_AVX2
constexpr int sparse_vectors = 8;
#else
constexpr int sparse_vectors = 4;
#endif
/// Pixels a block: 64 rows of W of 512 bytes are 32 KB, which stay in the first-level cache for a whole batch.
constexpr int pixel_block = 112;

template <int VECTORS>
HWY_ATTR void forward_block(const SparseForward& g, int first_pixel, int end_pixel) {
  const F32 d;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const std::ptrdiff_t width = VECTORS * lanes;
  const Entry end = static_cast<Entry>(end_pixel) << 8;
  const bool is_last = end_pixel == g.in;
  for (int b = 0; b < g.batch; ++b) {
    float* h = g.h + b * g.ldh;
    const float* from = first_pixel == 0 ? g.bias : h;
    Vec sum[VECTORS];
#pragma GCC unroll 8
    for (int v = 0; v < VECTORS; ++v) sum[v] = hn::LoadU(d, from + v * lanes);
    const Entry* position = first_pixel == 0 ? g.lists[b] : g.positions[b];
    Entry entry = *position;
#pragma GCC unroll 1
    while (entry < end) {
      const float* w = g.w + static_cast<std::ptrdiff_t>(entry >> 8) * width;
      const Vec x = hn::Set(d, g.value_of[entry & 255U]);
#pragma GCC unroll 8
      for (int v = 0; v < VECTORS; ++v) sum[v] = hn::MulAdd(x, hn::LoadU(d, w + v * lanes), sum[v]);
      entry = *++position;
    }
    g.positions[b] = position;
    if (is_last) {
#pragma GCC unroll 8
      for (int v = 0; v < VECTORS; ++v) hn::StoreU(activate(d, g.activation, sum[v]), d, h + v * lanes);
    } else {
#pragma GCC unroll 8
      for (int v = 0; v < VECTORS; ++v) hn::StoreU(sum[v], d, h + v * lanes);
    }
  }
}

template <int VECTORS>
HWY_ATTR void forward_blocks(const SparseForward& g) {
  for (int pixel = 0; pixel < g.in; pixel += pixel_block)
    forward_block<VECTORS>(g, pixel, g.in - pixel < pixel_block ? g.in : pixel + pixel_block);
}

template <int VECTORS>
HWY_ATTR void update_rows(const SparseUpdate& g) {
  const F32 d;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const Vec beta = hn::Set(d, g.beta);
  for (int pixel = 0; pixel < g.in; ++pixel) {
    const PixelEntry* list = g.lists + static_cast<std::ptrdiff_t>(pixel) * group;
    const PixelEntry* end = list + g.counts[pixel];
    if (list == end && g.beta == 1.0F) continue;
    float* w = g.w + pixel * VECTORS * lanes;
    Vec sum[VECTORS];
    if (g.beta == 0.0F) {
#pragma GCC unroll 8
      for (int v = 0; v < VECTORS; ++v) sum[v] = hn::Zero(d);
    } else {
#pragma GCC unroll 8
      for (int v = 0; v < VECTORS; ++v) sum[v] = hn::Mul(beta, hn::LoadU(d, w + v * lanes));
    }
#pragma GCC unroll 1
    for (; list != end; ++list) {
      const float* row = g.d + (*list >> 8) * g.ldd;
      const Vec x = hn::Set(d, g.value_of[*list & 255U]);
#pragma GCC unroll 8
      for (int v = 0; v < VECTORS; ++v) sum[v] = hn::MulAdd(x, hn::LoadU(d, row + v * lanes), sum[v]);
    }
#pragma GCC unroll 8
    for (int v = 0; v < VECTORS; ++v) hn::StoreU(sum[v], d, w + v * lanes);
  }
}

#define MLPLAB_BY_WIDTH(FUNCTION, ARGUMENTS) \
  switch ((ARGUMENTS).vectors) {             \
    case 1:                                  \
      return FUNCTION<1>(ARGUMENTS);         \
    case 2:                                  \
      return FUNCTION<2>(ARGUMENTS);         \
    case 3:                                  \
      return FUNCTION<3>(ARGUMENTS);         \
    case 4:                                  \
      return FUNCTION<4>(ARGUMENTS);         \
    case 5:                                  \
      return FUNCTION<5>(ARGUMENTS);         \
    case 6:                                  \
      return FUNCTION<6>(ARGUMENTS);         \
    case 7:                                  \
      return FUNCTION<7>(ARGUMENTS);         \
    default:                                 \
      return FUNCTION<8>(ARGUMENTS);         \
  }

HWY_ATTR void sparse_forward(const SparseForward& g){MLPLAB_BY_WIDTH(forward_blocks, g)} HWY_ATTR
    void sparse_update(const SparseUpdate& g) {
  MLPLAB_BY_WIDTH(update_rows, g)
}

#undef MLPLAB_BY_WIDTH

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
