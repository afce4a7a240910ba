// The parts of a sweep's analysis. In sweep_losses.cpp, whether its points trained the same: their losses held against
// a reference's, and what is said of them. In reading.cpp, a fit in plain words, one sentence a fact, the numbers in
// it.
#pragma once

#include <string>
#include <vector>

#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {

/// A sentence with the points that it is true of, one after the other: '%1' is what they are, '%2' who judges, '%3' how
/// far rounding moves the losses at most.
struct LossFinding {
  std::string sentence, values;
  Equivalence state = Equivalence::not_compared;
  double moved = 0.0;
};
using LossFindings = std::vector<LossFinding>;

/// Marks the points and adds to their warnings.
LossFindings mark_losses(const SweepStore& store, SweepAnalysis& analysis);
/// Names the points that may have trained something else in the reading, and why.
void describe_losses(SweepAnalysis& analysis, const LossFindings& findings);

/// The meaning of the fit: '13.0 % of an epoch is serial: no number of workers gets beyond 7.69×.' and the like. The
/// sentences name the best measured point beside the model's limit.
std::vector<std::string> read_strong(const ScalingFit& fit, const std::vector<SpeedupPoint>& points);
std::vector<std::string> read_weak(const ScalingFit& fit, const std::vector<SpeedupPoint>& points);

}  // namespace mlplab
