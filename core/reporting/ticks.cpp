#include "core/reporting/ticks.h"

#include <algorithm>
#include <cmath>

namespace mlplab {
namespace {

constexpr double shortest_bar = 1.3;  // times the beginning of a logarithmic axis

/// The smallest of 1, 2, 5 · 10^k that is at least `rough`.
double round_up(double rough) {
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
  double step = round_up((hi - lo) / std::max(1, wanted));
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

TickScale logarithmic_ticks(double lo, double hi, int base, bool for_bars) {
  const double low = lo > 0 ? lo : 1, high = std::max(hi, low * 2);
  TickScale scale;
  scale.step = base > 0 ? base : high / low > 24 ? 10 : 2;
  const auto exponent = [&](double value) { return std::log(value) / std::log(scale.step); };
  scale.min = std::pow(scale.step, std::floor(exponent(low) + 1e-9));
  // A decade more would leave the chart half empty.
  scale.max = scale.step == 10 ? round_up(high) : std::pow(scale.step, std::ceil(exponent(high) - 1e-9));
  if (for_bars && low < shortest_bar * scale.min) scale.min /= 2;
  return scale;
}

std::vector<double> powers_within(const TickScale& scale) {
  std::vector<double> powers;
  const double first = std::ceil(std::log(scale.min) / std::log(scale.step) - 1e-9);
  for (double value = std::pow(scale.step, first); value <= scale.max * (1 + 1e-9); value *= scale.step)
    powers.push_back(value);
  return powers;
}

}  // namespace mlplab
