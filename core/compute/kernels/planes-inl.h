// Loops over one channel's plane of one picture: what normalisations and sums of layers need.
#if defined(MLPLAB_KERNELS_PLANES_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_PLANES_INL_H_
#undef MLPLAB_KERNELS_PLANES_INL_H_
#else
#define MLPLAB_KERNELS_PLANES_INL_H_
#endif

#include "core/compute/kernels/common-inl.h"
#include "core/compute/kernels/formulas-inl.h"
#include "core/compute/kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

HWY_ATTR void plane_sums(std::size_t count, const float* x, const float* dy, float mean, PlaneSums& sums) {
  const F32 d;
  const std::size_t lanes = hn::Lanes(d);
  const Vec center = hn::Set(d, mean);
  Vec sum0 = hn::Zero(d), sum1 = hn::Zero(d), product0 = hn::Zero(d), product1 = hn::Zero(d);
  std::size_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {  // two sums each hide the latency of an addition
    const Vec x0 = hn::Sub(hn::LoadU(d, x + i), center), x1 = hn::Sub(hn::LoadU(d, x + i + lanes), center);
    const Vec y0 = dy == nullptr ? x0 : hn::LoadU(d, dy + i), y1 = dy == nullptr ? x1 : hn::LoadU(d, dy + i + lanes);
    sum0 = hn::Add(sum0, y0), sum1 = hn::Add(sum1, y1);
    product0 = hn::MulAdd(x0, y0, product0), product1 = hn::MulAdd(x1, y1, product1);
  }
  double sum = double{hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)))};
  double product = double{hn::GetLane(hn::SumOfLanes(d, hn::Add(product0, product1)))};
  for (; i < count; ++i) {
    const float centered = x[i] - mean, y = dy == nullptr ? centered : dy[i];
    sum += double{y}, product += double{centered} * double{y};
  }
  sums.sum += sum;
  sums.product += product;
}

HWY_ATTR void plane_normalize(std::size_t count, const float* x, float mean, float factor, float shift,
                              Activation activation, float* y) {
  const F32 d;
  const Vec center = hn::Set(d, mean), scale = hn::Set(d, factor), offset = hn::Set(d, shift);
  for_vectors(count, [&](std::size_t i, std::size_t n) HWY_ATTR {
    const Vec value = hn::MulAdd(hn::Sub(load_some(d, x + i, n), center), scale, offset);
    store_some(d, activate(d, activation, value), y + i, n);
  });
}

HWY_ATTR void plane_normalize_gradient(std::size_t count, const float* x, const float* dy, const PlaneGradient& g,
                                       float* dx) {
  const F32 d;
  const Vec center = hn::Set(d, g.mean), factor = hn::Set(d, g.factor);
  const Vec mean_dy = hn::Set(d, g.mean_dy), slope = hn::Set(d, g.slope);
  for_vectors(count, [&](std::size_t i, std::size_t n) HWY_ATTR {
    const Vec rest = hn::Sub(load_some(d, dy + i, n), mean_dy);
    const Vec value = hn::NegMulAdd(hn::Sub(load_some(d, x + i, n), center), slope, rest);
    store_some(d, hn::Mul(value, factor), dx + i, n);
  });
}

HWY_ATTR void add_and_activate(Activation activation, std::size_t count, const float* a, const float* b, float* y) {
  const F32 d;
  for_vectors(count, [&](std::size_t i, std::size_t n) HWY_ATTR {
    Vec value = load_some(d, a + i, n);
    if (b != nullptr) value = hn::Add(value, load_some(d, b + i, n));
    store_some(d, activate(d, activation, value), y + i, n);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
