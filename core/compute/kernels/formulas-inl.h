// The formulas on vectors: activations and their slopes, losses, optimisers. As the scalar ones in
// core/model/activation.h and core/compute/scalar_backend.cpp. A new kind is a function here and its case in a switch.
#if defined(MLPLAB_KERNELS_FORMULAS_INL_H_) == defined(HWY_TARGET_TOGGLE)  // once for each instruction set
#ifdef MLPLAB_KERNELS_FORMULAS_INL_H_
#undef MLPLAB_KERNELS_FORMULAS_INL_H_
#else
#define MLPLAB_KERNELS_FORMULAS_INL_H_
#endif

#include <hwy/highway.h>

#include <cmath>

#include "core/base/unreachable.h"
#include "core/compute/kernels/common-inl.h"
#include "core/compute/kernels/kernels.h"
#include "hwy/contrib/math/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {

/// f(z).
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
  unreachable();
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
  unreachable();
}

/// exp for x <= 0; NaN stays NaN (Highway's Exp makes it 0).
inline HWY_ATTR Vec exp_of(F32 d, Vec x) { return hn::IfThenElse(hn::IsNaN(x), x, hn::Exp(d, x)); }

/// Where the first largest element is, as std::max_element has it.
inline HWY_ATTR bool first_largest_is(int label, int classes, const float* row) {
  int largest = 0;
  for (int k = 1; k < classes; ++k)
    if (row[largest] < row[k]) largest = k;
  return largest == label;
}

inline HWY_ATTR void softmax_cross_entropy(const LossRows& g, StepTotals& totals) {
  const F32 d;
  const auto classes = static_cast<std::size_t>(g.classes);
  const std::size_t lanes = hn::Lanes(d);
  const Vec low = hn::Set(d, -hwy::HighestValue<float>());
  const float share = 1.0F / static_cast<float>(g.mean_over);
  const auto load = [&](const float* p, std::size_t n)
                        HWY_ATTR { return g.padded ? hn::LoadU(d, p) : load_some(d, p, n); };
  const auto store = [&](Vec v, float* p, std::size_t n)
                         HWY_ATTR { g.padded ? hn::StoreU(v, d, p) : store_some(d, v, p, n); };
  constexpr int block = 64;  // the logarithms of this many sums are taken together
  HWY_ALIGN float sums[block];
  for (int begin = 0; begin < g.batch; begin += block) {
    const int end = g.batch - begin < block ? g.batch : begin + block;
    double rest = 0.0;
    for (int i = begin; i < end; ++i) {
      const float* row = g.outputs + i * g.ld;
      float* out = g.gradient + i * g.ld_gradient;
      Vec largest = low;
      for_vectors(classes, [&](std::size_t k, std::size_t n) HWY_ATTR {
        const Vec v = load(row + k, n);
        largest = hn::Max(largest, n == lanes ? v : hn::IfThenElse(hn::FirstN(d, n), v, low));
      });
      const Vec top = hn::MaxOfLanes(d, largest);  // subtracted, so that exp cannot overflow
      Vec sum = hn::Zero(d);
      std::ptrdiff_t answer = -1;
      for_vectors(classes, [&](std::size_t k, std::size_t n) HWY_ATTR {
        const Vec v = load(row + k, n);
        const auto inside = hn::FirstN(d, n);
        const Vec e = hn::IfThenElseZero(inside, exp_of(d, hn::Sub(v, top)));
        sum = hn::Add(sum, e);
        store(e, out + k, n);
        if (answer >= 0) return;
        const std::ptrdiff_t place = hn::FindFirstTrue(d, hn::And(hn::Eq(v, top), inside));
        if (place >= 0) answer = static_cast<std::ptrdiff_t>(k) + place;
      });
      const float total = hn::GetLane(hn::SumOfLanes(d, sum));
      sums[i - begin] = total;
      const Vec factor = hn::Set(d, share / total);
      for_vectors(classes,
                  [&](std::size_t k, std::size_t n) HWY_ATTR { store(hn::Mul(load(out + k, n), factor), out + k, n); });
      const std::int32_t label = g.y[i];
      out[label] -= share;
      rest += double{hn::GetLane(top)} - row[label];
      const bool ordered = total == total;  // with NaN among the logits the largest is a matter of order
      totals.correct += (ordered ? answer == label : first_largest_is(label, g.classes, row)) ? 1 : 0;
    }
    for_vectors(static_cast<std::size_t>(end - begin), [&](std::size_t i, std::size_t n) HWY_ATTR {
      const Vec v = load_some(d, sums + i, n);
      const Vec log = hn::IfThenElse(hn::IsNaN(v), v, hn::Log(d, v));
      rest += hn::GetLane(hn::SumOfLanes(d, hn::IfThenElseZero(hn::FirstN(d, n), log)));
    });
    totals.loss_sum += rest;
  }
  totals.examples += g.batch;
}

inline HWY_ATTR void mean_squared_error(const LossRows& g, StepTotals& totals) {
  const F32 d;
  const hn::RebindToSigned<F32> places;
  const Vec factor = hn::Set(d, 2.0F / (static_cast<float>(g.mean_over) * static_cast<float>(g.classes)));
  const Vec one = hn::Set(d, 1.0F);
  HWY_ALIGN float errors[hn::MaxLanes(d)];
  for (int i = 0; i < g.batch; ++i) {
    const float* row = g.outputs + i * g.ld;
    float* out = g.gradient + i * g.ld_gradient;
    const std::int32_t label = g.y[i];
    double squares = 0.0;  // the square of a float is beyond floats from 1.8e19 on
    for_vectors(static_cast<std::size_t>(g.classes), [&](std::size_t k, std::size_t n) HWY_ATTR {
      const auto here = hn::Iota(places, static_cast<std::int32_t>(k));
      const auto is_label = hn::RebindMask(d, hn::Eq(here, hn::Set(places, label)));
      const Vec error = hn::Sub(load_some(d, row + k, n), hn::IfThenElseZero(is_label, one));
      store_some(d, hn::Mul(error, factor), out + k, n);
      hn::Store(error, d, errors);
      for (std::size_t e = 0; e < n; ++e) squares += double{errors[e]} * errors[e];
    });
    totals.loss_sum += squares / g.classes;
    totals.correct += first_largest_is(label, g.classes, row) ? 1 : 0;
  }
  totals.examples += g.batch;
}

inline HWY_ATTR void loss(Loss kind, const LossRows& g, StepTotals& totals) {
  switch (kind) {
    case Loss::softmax_cross_entropy:
      return softmax_cross_entropy(g, totals);
    case Loss::mean_squared_error:
      return mean_squared_error(g, totals);
  }
  unreachable();
}

/// The gradient with the weight decay in it, of the n parameters w from i on.
inline HWY_ATTR Vec decayed_gradient(F32 d, const Update& u, Vec decay, std::size_t i, std::size_t n, Vec w) {
  return hn::MulAdd(decay, w, load_some(d, u.gradient + i, n));
}

inline HWY_ATTR void sgd(const Update& u) {
  const F32 d;
  const Vec rate = hn::Set(d, u.learning_rate), decay = hn::Set(d, static_cast<float>(u.optimizer.weight_decay));
  for_vectors(u.count, [&](std::size_t i, std::size_t n) HWY_ATTR {
    const Vec w = load_some(d, u.parameters + i, n);
    store_some(d, hn::NegMulAdd(rate, decayed_gradient(d, u, decay, i, n, w), w), u.parameters + i, n);
  });
}

inline HWY_ATTR void momentum(const Update& u) {
  const F32 d;
  const Vec rate = hn::Set(d, u.learning_rate), decay = hn::Set(d, static_cast<float>(u.optimizer.weight_decay));
  const Vec kept = hn::Set(d, static_cast<float>(u.optimizer.momentum));
  for_vectors(u.count, [&](std::size_t i, std::size_t n) HWY_ATTR {
    const Vec w = load_some(d, u.parameters + i, n);
    const Vec velocity = hn::MulAdd(kept, load_some(d, u.slot0 + i, n), decayed_gradient(d, u, decay, i, n, w));
    store_some(d, velocity, u.slot0 + i, n);
    store_some(d, hn::NegMulAdd(rate, velocity, w), u.parameters + i, n);
  });
}

inline HWY_ATTR void adam(const Update& u) {
  const F32 d;
  const OptimizerSpec& spec = u.optimizer;
  const Vec rate = hn::Set(d, u.learning_rate), decay = hn::Set(d, static_cast<float>(spec.weight_decay));
  const auto step = static_cast<double>(u.step);
  const Vec beta1 = hn::Set(d, static_cast<float>(spec.beta1)), beta2 = hn::Set(d, static_cast<float>(spec.beta2));
  const Vec rest1 = hn::Set(d, static_cast<float>(1.0 - spec.beta1));
  const Vec rest2 = hn::Set(d, static_cast<float>(1.0 - spec.beta2));
  const Vec correction1 = hn::Set(d, static_cast<float>(1.0 / (1.0 - std::pow(spec.beta1, step))));
  const Vec correction2 = hn::Set(d, static_cast<float>(1.0 / (1.0 - std::pow(spec.beta2, step))));
  const Vec epsilon = hn::Set(d, static_cast<float>(spec.epsilon));
  for_vectors(u.count, [&](std::size_t i, std::size_t n) HWY_ATTR {
    Vec w = load_some(d, u.parameters + i, n);
    const Vec g = decayed_gradient(d, u, decay, i, n, w);
    const Vec m = hn::MulAdd(beta1, load_some(d, u.slot0 + i, n), hn::Mul(rest1, g));
    const Vec v = hn::MulAdd(beta2, load_some(d, u.slot1 + i, n), hn::Mul(rest2, hn::Mul(g, g)));
    store_some(d, m, u.slot0 + i, n);
    store_some(d, v, u.slot1 + i, n);
    const Vec root = hn::Add(hn::Sqrt(hn::Mul(v, correction2)), epsilon);
    w = hn::NegMulAdd(rate, hn::Div(hn::Mul(m, correction1), root), w);
    store_some(d, w, u.parameters + i, n);
  });
}

inline HWY_ATTR void update(const Update& u) {
  switch (u.optimizer.kind) {
    case OptimizerKind::sgd:
      return sgd(u);
    case OptimizerKind::momentum:
      return momentum(u);
    case OptimizerKind::adam:
      return adam(u);
  }
  unreachable();
}

}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#endif
