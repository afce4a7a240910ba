// What all the loops use: the vector type, activations, and loads and stores of less than a vector.
// Included first, once for each instruction set, by highway_kernels.cpp.
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F32 = hn::ScalableTag<float>;
using Vec = hn::Vec<F32>;

inline HWY_ATTR Vec activate(F32 d, Activation activation, Vec z) {
  switch (activation) {
    case Activation::identity:
      return z;
    case Activation::relu:
      return hn::IfThenElse(hn::Lt(z, hn::Zero(d)), hn::Zero(d), z);  // NaN stays NaN
    case Activation::sigmoid: {
      const Vec limit = hn::Set(d, 87.0F);
      const Vec clamped = hn::Min(hn::Max(hn::Neg(z), hn::Neg(limit)), limit);
      const Vec one = hn::Set(d, 1.0F);
      const Vec value = hn::Div(one, hn::Add(one, hn::Exp(d, clamped)));
      return hn::IfThenElse(hn::IsNaN(z), z, value);
    }
    case Activation::tanh: {
      const Vec limit = hn::Set(d, 20.0F);
      const Vec clamped = hn::Min(hn::Max(z, hn::Neg(limit)), limit);
      return hn::IfThenElse(hn::IsNaN(z), z, hn::Tanh(d, clamped));
    }
  }
  return z;
}

/// g ∘ f'(z), with f' expressed by a = f(z).
inline HWY_ATTR Vec gated(F32 d, Activation activation, Vec a, Vec g) {
  const Vec one = hn::Set(d, 1.0F);
  switch (activation) {
    case Activation::identity:
      return g;
    case Activation::relu:
      return hn::Mul(g, hn::IfThenElseZero(hn::Gt(a, hn::Zero(d)), one));
    case Activation::sigmoid:
      return hn::Mul(g, hn::Mul(a, hn::Sub(one, a)));
    case Activation::tanh:
      return hn::Mul(g, hn::NegMulAdd(a, a, one));
  }
  return g;
}

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

}  // namespace HWY_NAMESPACE
