// Shared by all the loops: the vector type, and loads and stores of less than a vector.
#if defined(MLPLAB_KERNELS_COMMON_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_COMMON_INL_H_
#undef MLPLAB_KERNELS_COMMON_INL_H_
#else
#define MLPLAB_KERNELS_COMMON_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using F32 = hn::ScalableTag<float>;
using Vec = hn::Vec<F32>;

/// The first `count` < lanes floats at p, then zeros; nothing past them is touched.
inline HWY_ATTR Vec load_part(F32 d, const float* p, std::size_t count) {
  HWY_ALIGN float lanes[hn::MaxLanes(F32())] = {};
  for (std::size_t i = 0; i < count; ++i) lanes[i] = p[i];
  return hn::Load(d, lanes);
}
inline HWY_ATTR void store_part(F32 d, Vec v, float* p, std::size_t count) {
  HWY_ALIGN float lanes[hn::MaxLanes(F32())];
  hn::Store(v, d, lanes);
  for (std::size_t i = 0; i < count; ++i) p[i] = lanes[i];
}

/// Calls f(first, n) for every vector of [0, count): n is the number of lanes, and less for the last, shorter one.
template <class Function>
inline HWY_ATTR void for_vectors(std::size_t count, Function f) {
  const std::size_t lanes = hn::Lanes(F32());
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) f(i, lanes);
  if (i < count) f(i, count - i);
}
inline HWY_ATTR Vec load_some(F32 d, const float* p, std::size_t count) {
  return count == hn::Lanes(d) ? hn::LoadU(d, p) : load_part(d, p, count);
}
inline HWY_ATTR void store_some(F32 d, Vec v, float* p, std::size_t count) {
  if (count == hn::Lanes(d))
    hn::StoreU(v, d, p);
  else
    store_part(d, v, p, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
