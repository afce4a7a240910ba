// Max pooling with windows of 2×2 side by side, the usual one: a vector of windows at a time, whose four pixels are
// loaded apart from each other. Rows are often shorter than a vector: then the vector runs on into what comes after the
// row, and what it writes there is written over by the next row; where nothing of ours comes after, single steps.
#if defined(MLPLAB_KERNELS_POOLING_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_POOLING_INL_H_
#undef MLPLAB_KERNELS_POOLING_INL_H_
#else
#define MLPLAB_KERNELS_POOLING_INL_H_
#endif

#include <cmath>

#include "core/compute/kernels/common-inl.h"
#include "core/compute/kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

/// The rule of core/model/reference/pooling.cpp: a later pixel wins where it is larger, or NaN.
inline bool wins(float value, float best) { return value > best || std::isnan(value); }
inline HWY_ATTR auto wins(Vec value, Vec best) { return hn::Or(hn::Gt(value, best), hn::IsNaN(value)); }

HWY_ATTR void max_pool_2x2(int planes, int height, int width, const float* x, float* y) {
  const F32 d;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d)), out = width / 2;
  const float* x_end = x + std::ptrdiff_t(planes) * height * width;
  const float* y_end = y + std::ptrdiff_t(planes) * (height / 2) * out;
  for (int plane = 0; plane < planes; ++plane, x += std::ptrdiff_t(height) * width)
    for (int i = 0; i < height / 2; ++i, y += out) {
      const float* above = x + std::ptrdiff_t(2 * i) * width;
      const float* below = above + width;
      std::ptrdiff_t j = 0;
      while (j < out && (j + lanes <= out || j == 0) && below + 2 * (j + lanes) <= x_end && y + j + lanes <= y_end) {
        Vec a, b, c, e;
        hn::LoadInterleaved2(d, above + 2 * j, a, b);
        hn::LoadInterleaved2(d, below + 2 * j, c, e);
        a = hn::IfThenElse(wins(b, a), b, a);
        a = hn::IfThenElse(wins(c, a), c, a);
        hn::StoreU(hn::IfThenElse(wins(e, a), e, a), d, y + j);
        j += lanes;
      }
      for (; j < out; ++j) {
        float best = above[2 * j];
        for (const float value : {above[2 * j + 1], below[2 * j], below[2 * j + 1]})
          best = wins(value, best) ? value : best;
        y[j] = best;
      }
    }
}

HWY_ATTR void max_pool_2x2_gradient(int planes, int height, int width, const float* x, const float* dy, float* dx) {
  const F32 d;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d)), out = width / 2;
  const std::ptrdiff_t plane_size = std::ptrdiff_t(height) * width;
  const float* dx_end = dx + planes * plane_size;
  const float* dy_end = dy + std::ptrdiff_t(planes) * (height / 2) * out;
  for (int plane = 0; plane < planes; ++plane, x += plane_size, dx += plane_size) {
    for (int i = 0; i < height / 2; ++i, dy += out) {
      const std::ptrdiff_t above = std::ptrdiff_t(2 * i) * width, below = above + width;
      std::ptrdiff_t j = 0;
      while (j < out && (j + lanes <= out || j == 0) && dx + below + 2 * (j + lanes) <= dx_end &&
             dy + j + lanes <= dy_end) {
        Vec a, b, c, e;
        hn::LoadInterleaved2(d, x + above + 2 * j, a, b);
        hn::LoadInterleaved2(d, x + below + 2 * j, c, e);
        const auto from_b = wins(b, a);
        a = hn::IfThenElse(from_b, b, a);
        const auto from_c = wins(c, a);
        a = hn::IfThenElse(from_c, c, a);
        const auto from_e = wins(e, a);
        const Vec zero = hn::Zero(d);
        const Vec gradient = hn::LoadU(d, dy + j), not_e = hn::IfThenElse(from_e, zero, gradient);
        const Vec first = hn::IfThenElse(from_c, zero, not_e);
        hn::StoreInterleaved2(hn::IfThenElse(from_b, zero, first), hn::IfThenElse(from_b, first, zero), d,
                              dx + above + 2 * j);
        hn::StoreInterleaved2(hn::IfThenElse(from_c, not_e, zero), hn::IfThenElse(from_e, gradient, zero), d,
                              dx + below + 2 * j);
        j += lanes;
      }
      for (; j < out; ++j) {
        const std::ptrdiff_t places[] = {above + 2 * j, above + 2 * j + 1, below + 2 * j, below + 2 * j + 1};
        std::ptrdiff_t best = places[0];
        for (const std::ptrdiff_t place : places) {
          if (place != best && wins(x[place], x[best])) best = place;
          dx[place] = 0.0F;
        }
        dx[best] = dy[j];
      }
      if (width % 2 != 0) dx[above + width - 1] = dx[below + width - 1] = 0.0F;
    }
    if (height % 2 != 0)
      for (std::ptrdiff_t j = 0; j < width; ++j) dx[plane_size - width + j] = 0.0F;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
