// Where an axis has its ticks: of the window's charts and of the lab report's.
#pragma once

#include <vector>

namespace mlplab {

/// Round limits and the distance of the ticks, 1, 2 or 5 times a power of ten; `decimals` for their labels.
struct TickScale {
  double min = 0, max = 1, step = 1;
  int decimals = 0;
};
/// Limits rounded outwards to ticks, about `wanted` of them. lo = hi is widened.
TickScale round_ticks(double lo, double hi, int wanted, bool integers = false);
/// Ticks inside fixed limits, which stay as they are.
TickScale ticks_inside(double lo, double hi, int wanted, bool integers = false);
/// Ticks of a logarithmic axis: `step` is the base, 2 or 10 (0: 2 up to a factor of 24, else 10). `min` is a power of
/// the base; `max` is one too or, for base 10, 2 or 5 times one. lo <= 0 is taken for 1. Such an axis has no 0 for bars
/// to stand on: with `for_bars` it begins half as high where the lowest bar would otherwise be no more than a line.
TickScale logarithmic_ticks(double lo, double hi, int base, bool for_bars);
/// The powers of the base within a logarithmic axis' limits.
std::vector<double> powers_within(const TickScale& scale);

}  // namespace mlplab
