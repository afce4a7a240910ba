// Where an axis has its ticks: of the window's charts and of the lab report's.
#pragma once

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

}  // namespace mlplab
