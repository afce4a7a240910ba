// Loops that go over memory once, element by element or row by row.
#if defined(MLPLAB_KERNELS_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_ROWS_INL_H_
#undef MLPLAB_KERNELS_ROWS_INL_H_
#else
#define MLPLAB_KERNELS_ROWS_INL_H_
#endif

#include "core/compute/kernels/common-inl.h"
#include "core/compute/kernels/formulas-inl.h"
#include "core/compute/kernels/kernels.h"
#include "core/data/dataset.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

HWY_ATTR void to_floats(std::size_t count, const std::uint8_t* features, float* x) {
  const F32 d;
  const hn::RebindToSigned<F32> ints;
  const hn::Rebind<std::uint8_t, F32> bytes;
  const std::size_t lanes = hn::Lanes(d);
  const Vec scale = hn::Set(d, feature_scale);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(hn::Mul(hn::ConvertTo(d, hn::PromoteTo(ints, hn::LoadU(bytes, features + i))), scale), d, x + i);
  for (; i < count; ++i) x[i] = static_cast<float>(features[i]) * feature_scale;
}

HWY_ATTR void activation_gradient(Activation activation, std::size_t count, const float* a, float* g) {
  const F32 d;
  for_vectors(count, [&](std::size_t i, std::size_t n) HWY_ATTR {
    store_some(d, gated(d, activation, load_some(d, a + i, n), load_some(d, g + i, n)), g + i, n);
  });
}

HWY_ATTR void activate_all(Activation activation, std::size_t count, float* a) {
  const F32 d;
  if (activation == Activation::identity) return;
  for_vectors(count, [&](std::size_t i, std::size_t n)
                         HWY_ATTR { store_some(d, activate(d, activation, load_some(d, a + i, n)), a + i, n); });
}

HWY_ATTR void add_scaled(std::size_t count, float factor, const float* x, float* y) {
  const F32 d;
  const Vec f = hn::Set(d, factor);
  for_vectors(count, [&](std::size_t i, std::size_t n) HWY_ATTR {
    store_some(d, hn::MulAdd(f, load_some(d, x + i, n), load_some(d, y + i, n)), y + i, n);
  });
}

HWY_ATTR void column_sums(int rows, int columns, const float* g, std::ptrdiff_t ldg, bool add, float* sums) {
  const F32 d;
  for_vectors(static_cast<std::size_t>(columns), [&](std::size_t j, std::size_t n) HWY_ATTR {
    Vec sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d);
    int i = 0;
    for (; i + 4 <= rows; i += 4) {  // four sums hide the latency of an addition
      const float* p = g + i * ldg + static_cast<std::ptrdiff_t>(j);
      sum0 = hn::Add(sum0, load_some(d, p, n));
      sum1 = hn::Add(sum1, load_some(d, p + ldg, n));
      sum2 = hn::Add(sum2, load_some(d, p + 2 * ldg, n));
      sum3 = hn::Add(sum3, load_some(d, p + 3 * ldg, n));
    }
    for (; i < rows; ++i) sum0 = hn::Add(sum0, load_some(d, g + i * ldg + static_cast<std::ptrdiff_t>(j), n));
    Vec sum = hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3));
    if (add) sum = hn::Add(sum, load_some(d, sums + j, n));
    store_some(d, sum, sums + j, n);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
