// A fit in plain words, for the page, the report and the terminal. One sentence a fact, the numbers in it.
#pragma once

#include <string>
#include <vector>

#include "core/statistics/scaling.h"

namespace mlplab {

/// The meaning of the fit: '13.0 % of an epoch is serial: no number of workers gets beyond 7.69×.' and the like. The
/// sentences name the best measured point beside the model's limit.
std::vector<std::string> read_strong(const ScalingFit& fit, const std::vector<SpeedupPoint>& points);
std::vector<std::string> read_weak(const ScalingFit& fit, const std::vector<SpeedupPoint>& points);

}  // namespace mlplab
