// The interval of a share of a count, as the accuracy of N test images is one.
#pragma once

#include "core/statistics/statistics.h"

namespace mlplab {

/// Wilson's interval (Journal of the American Statistical Association, 1927) for a share in [0, 1] of `count`, which
/// stays in [0, 1]. Unknown without a count.
Interval wilson_interval(double share, double count, double confidence = confidence_level);

}  // namespace mlplab
