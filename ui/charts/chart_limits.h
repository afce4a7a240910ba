// How far the values of a chart reach, with their error bars and stacks.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/charts/chart_data.h"

namespace mlplab {

struct ChartLimits {
  double lo = std::numeric_limits<double>::infinity();
  double hi = -std::numeric_limits<double>::infinity();
  void add(double value) {
    if (!std::isfinite(value)) return;
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
  bool valid() const { return lo <= hi; }
};

ChartLimits x_limits(const ChartData& data);
ChartLimits y_limits(const ChartData& data);

}  // namespace mlplab
