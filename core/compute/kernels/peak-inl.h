// The most that this machine can do: multiply-adds on sums in registers, without memory, and reading, without work.
#if defined(MLPLAB_KERNELS_PEAK_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_PEAK_INL_H_
#undef MLPLAB_KERNELS_PEAK_INL_H_
#else
#define MLPLAB_KERNELS_PEAK_INL_H_
#endif

#include <cstdint>

#include "core/compute/kernels/common-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

/// 12 independent sums: two units of latency 4 need 8 of them in flight; 12 sums and 2 constants fit into 16 registers.
HWY_ATTR double multiply_adds(std::int64_t rounds, float* out) {
  const F32 d;
  const Vec factor = hn::Set(d, 0.999F), term = hn::Set(d, 0.001F);
  // Different numbers, or the compiler would compute equal sums once.
  const auto start = [&](float x) HWY_ATTR { return hn::Set(d, x); };
  Vec a = start(0.1F), b = start(0.2F), c = start(0.3F), e = start(0.4F), f = start(0.5F), g = start(0.6F);
  Vec h = start(0.7F), i = start(0.8F), j = start(0.9F), k = start(1.1F), l = start(1.2F), m = start(1.3F);
  for (std::int64_t round = 0; round < rounds; ++round) {
    a = hn::MulAdd(a, factor, term), b = hn::MulAdd(b, factor, term), c = hn::MulAdd(c, factor, term);
    e = hn::MulAdd(e, factor, term), f = hn::MulAdd(f, factor, term), g = hn::MulAdd(g, factor, term);
    h = hn::MulAdd(h, factor, term), i = hn::MulAdd(i, factor, term), j = hn::MulAdd(j, factor, term);
    k = hn::MulAdd(k, factor, term), l = hn::MulAdd(l, factor, term), m = hn::MulAdd(m, factor, term);
  }
  const Vec sum = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(f, g), hn::Add(h, i)));
  *out = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum, hn::Add(hn::Add(j, k), hn::Add(l, m)))));
  return 2.0 * 12.0 * static_cast<double>(hn::Lanes(d)) * static_cast<double>(rounds);
}

/// 8 sums: an addition takes four cycles, and two vectors arrive in each.
HWY_ATTR void read(const float* x, std::size_t count, float* out) {
  const F32 d;
  const std::size_t lanes = hn::Lanes(d);
  Vec a = hn::Zero(d), b = a, c = a, e = a, f = a, g = a, h = a, i = a;
  for (const float* end = x + count; x < end; x += 8 * lanes) {
    a = hn::Add(a, hn::Load(d, x)), b = hn::Add(b, hn::Load(d, x + lanes));
    c = hn::Add(c, hn::Load(d, x + 2 * lanes)), e = hn::Add(e, hn::Load(d, x + 3 * lanes));
    f = hn::Add(f, hn::Load(d, x + 4 * lanes)), g = hn::Add(g, hn::Load(d, x + 5 * lanes));
    h = hn::Add(h, hn::Load(d, x + 6 * lanes)), i = hn::Add(i, hn::Load(d, x + 7 * lanes));
  }
  *out = hn::GetLane(
      hn::SumOfLanes(d, hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(f, g), hn::Add(h, i)))));
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
