#include "core/statistics/share_interval.h"

#include <algorithm>

#include "core/statistics/distributions.h"

namespace mlplab {

Interval wilson_interval(double share, double count, double confidence) {
  if (!(share >= 0 && share <= 1) || !(count > 0)) return {};
  const double z = student_t_quantile((1 + confidence) / 2, std::numeric_limits<double>::infinity());
  const double square = z * z / count;
  const double center = (share + square / 2) / (1 + square);
  const double half = z / (1 + square) * std::sqrt(share * (1 - share) / count + square / (4 * count));
  return {std::max(0.0, center - half), std::min(1.0, center + half)};
}

}  // namespace mlplab
