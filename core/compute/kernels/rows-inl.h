// Losses, sums and updates: loops that go over memory once. Formulas: core/compute/backend.h, core/model/optimizer.h.
// Included once for each instruction set by highway_kernels.cpp.
namespace HWY_NAMESPACE {

/// Calls f(load, store) for every vector of [0, count); the last, shorter one goes through a small copy.
template <class Function>
HWY_ATTR inline void for_vectors(std::size_t count, Function f) {
  const std::size_t lanes = hn::Lanes(F32());
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) f(i, lanes);
  if (i < count) f(i, count - i);
}
HWY_ATTR inline Vec load_some(F32 d, const float* p, std::size_t count) {
  return count == hn::Lanes(d) ? hn::LoadU(d, p) : load_part(d, p, count);
}
HWY_ATTR inline void store_some(F32 d, Vec v, float* p, std::size_t count) {
  if (count == hn::Lanes(d))
    hn::StoreU(v, d, p);
  else
    store_part(d, v, p, count);
}

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

HWY_ATTR void column_sums(int rows, int columns, const float* g, std::ptrdiff_t ldg, float* sums) {
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
    store_some(d, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3)), sums + j, n);
  });
}

/// exp for x <= 0; NaN stays NaN (Highway's Exp makes it 0).
HWY_ATTR inline Vec exp_of(F32 d, Vec x) { return hn::IfThenElse(hn::IsNaN(x), x, hn::Exp(d, x)); }

/// Where the first largest element is, as std::max_element has it.
HWY_ATTR inline bool first_largest_is(int label, int classes, const float* row) {
  int largest = 0;
  for (int k = 1; k < classes; ++k)
    if (row[largest] < row[k]) largest = k;
  return largest == label;
}

HWY_ATTR void softmax_cross_entropy(const LossRows& g, StepTotals& totals) {
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
      const float* row = g.logits + i * g.ld;
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

HWY_ATTR void mean_squared_error(const LossRows& g, StepTotals& totals) {
  const F32 d;
  const Vec factor = hn::Set(d, 2.0F / (static_cast<float>(g.mean_over) * static_cast<float>(g.classes)));
  for (int i = 0; i < g.batch; ++i) {
    const float* row = g.logits + i * g.ld;
    float* out = g.gradient + i * g.ld_gradient;
    const std::int32_t label = g.y[i];
    Vec sums = hn::Zero(d);
    for_vectors(static_cast<std::size_t>(g.classes), [&](std::size_t k, std::size_t n) HWY_ATTR {
      const Vec v = load_some(d, row + k, n);
      sums = hn::MulAdd(v, v, sums);  // the lanes past the last class are 0
      store_some(d, hn::Mul(v, factor), out + k, n);
    });
    const float error = row[label] - 1.0F;
    out[label] = error * hn::GetLane(factor);
    const double squares = double{hn::GetLane(hn::SumOfLanes(d, sums))} - double{row[label]} * row[label];
    totals.loss_sum += (squares + double{error} * error) / g.classes;
    totals.correct += first_largest_is(label, g.classes, row) ? 1 : 0;
  }
  totals.examples += g.batch;
}

HWY_ATTR void update(const Update& u) {
  const F32 d;
  const auto& spec = u.optimizer;
  const Vec rate = hn::Set(d, u.learning_rate), decay = hn::Set(d, static_cast<float>(spec.weight_decay));
  const auto gradient = [&](std::size_t i, std::size_t n, Vec w)
                            HWY_ATTR { return hn::MulAdd(decay, w, load_some(d, u.gradient + i, n)); };
  if (spec.kind == OptimizerKind::sgd) {
    for_vectors(u.count, [&](std::size_t i, std::size_t n) HWY_ATTR {
      const Vec w = load_some(d, u.parameters + i, n);
      store_some(d, hn::NegMulAdd(rate, gradient(i, n, w), w), u.parameters + i, n);
    });
  } else if (spec.kind == OptimizerKind::momentum) {
    const Vec momentum = hn::Set(d, static_cast<float>(spec.momentum));
    for_vectors(u.count, [&](std::size_t i, std::size_t n) HWY_ATTR {
      const Vec w = load_some(d, u.parameters + i, n);
      const Vec velocity = hn::MulAdd(momentum, load_some(d, u.slot0 + i, n), gradient(i, n, w));
      store_some(d, velocity, u.slot0 + i, n);
      store_some(d, hn::NegMulAdd(rate, velocity, w), u.parameters + i, n);
    });
  } else {
    const auto step = static_cast<double>(u.step);
    const Vec beta1 = hn::Set(d, static_cast<float>(spec.beta1)), beta2 = hn::Set(d, static_cast<float>(spec.beta2));
    const Vec rest1 = hn::Set(d, static_cast<float>(1.0 - spec.beta1));
    const Vec rest2 = hn::Set(d, static_cast<float>(1.0 - spec.beta2));
    const Vec correction1 = hn::Set(d, static_cast<float>(1.0 / (1.0 - std::pow(spec.beta1, step))));
    const Vec correction2 = hn::Set(d, static_cast<float>(1.0 / (1.0 - std::pow(spec.beta2, step))));
    const Vec epsilon = hn::Set(d, static_cast<float>(spec.epsilon));
    for_vectors(u.count, [&](std::size_t i, std::size_t n) HWY_ATTR {
      Vec w = load_some(d, u.parameters + i, n);
      const Vec g = gradient(i, n, w);
      const Vec m = hn::MulAdd(beta1, load_some(d, u.slot0 + i, n), hn::Mul(rest1, g));
      const Vec v = hn::MulAdd(beta2, load_some(d, u.slot1 + i, n), hn::Mul(rest2, hn::Mul(g, g)));
      store_some(d, m, u.slot0 + i, n);
      store_some(d, v, u.slot1 + i, n);
      const Vec root = hn::Add(hn::Sqrt(hn::Mul(v, correction2)), epsilon);
      w = hn::NegMulAdd(rate, hn::Div(hn::Mul(m, correction1), root), w);
      store_some(d, w, u.parameters + i, n);
    });
  }
}

}  // namespace HWY_NAMESPACE
