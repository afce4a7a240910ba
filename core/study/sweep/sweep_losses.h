// Whether the points of a sweep trained the same: their losses held against a reference's, and what is said of them.
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

}  // namespace mlplab
