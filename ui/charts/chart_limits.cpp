// Bars begin at 0 where the axis has one.
#include "ui/charts/chart_limits.h"

namespace mlplab {

ChartLimits x_limits(const ChartData& data) {
  ChartLimits limits;
  for (const ChartSeries& s : data.lines) {
    for (const double v : s.x) limits.add(v);
  }
  if (!data.categories.isEmpty()) {
    limits.add(-0.5);
    limits.add(static_cast<double>(data.categories.size()) - 0.5);
  }
  return limits;
}

ChartLimits y_limits(const ChartData& data) {
  ChartLimits limits;
  for (const ChartSeries& s : data.lines) {
    for (const auto* values : {&s.y, &s.error_low, &s.error_high}) {
      for (const double v : *values) limits.add(v);
    }
  }
  std::vector<double> stack(static_cast<std::size_t>(data.categories.size()), 0.0);
  for (const BarSeries& s : data.bars) {
    if (!data.y.logarithmic) limits.add(0);
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      if (data.stacked && i < stack.size() && std::isfinite(s.values[i])) limits.add(stack[i] += s.values[i]);
      if (!data.stacked) limits.add(s.values[i]);
    }
    for (const double v : s.error_high) limits.add(v);
  }
  return limits;
}

}  // namespace mlplab
