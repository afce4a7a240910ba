#include "core/reporting/ticks.h"

#include <algorithm>
#include <cmath>

namespace mlplab {
namespace {

/// The smallest of 1, 2, 5 · 10^k that is at least `rough`.
double round_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

int decimals_of(double step) { return std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9))); }

}  // namespace

TickScale round_ticks(double lo, double hi, int wanted, bool integers) {
  if (!std::isfinite(lo) || !std::isfinite(hi)) return {};
  if (hi <= lo) hi = lo + (lo == 0 ? 1.0 : std::abs(lo) * 0.1);
  double step = round_step((hi - lo) / std::max(1, wanted));
  if (integers) step = std::max(1.0, step);
  TickScale scale;
  scale.step = step;
  scale.min = std::floor(lo / step + 1e-9) * step;
  scale.max = std::ceil(hi / step - 1e-9) * step;
  scale.decimals = decimals_of(step);
  return scale;
}

TickScale ticks_inside(double lo, double hi, int wanted, bool integers) {
  TickScale scale = round_ticks(lo, hi, wanted, integers);
  if (!(hi > lo)) return scale;
  scale.min = lo;
  scale.max = hi;
  return scale;
}

}  // namespace mlplab
