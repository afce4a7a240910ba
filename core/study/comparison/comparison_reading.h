// The reading of a comparison, in sentences that the window, the terminal and the files show.
#pragma once

#include <string>
#include <vector>

#include "core/study/comparison/comparison.h"

namespace mlplab {

/// Noise first, then a baseline that is no baseline, which is the fastest, whether all compute the same, and on how
/// many runs it rests. A difference is stated only where the intervals allow it. Empty while nothing is done.
std::vector<std::string> read_comparison(const Comparison& comparison);

/// The rows whose times may be ranked, fastest first: where the sequential one is done, those that are its equal, else
/// those whose own figures and times are not in doubt (is_confirmed()). A row that computes something else, or of which
/// that is not known, is fast at that.
std::vector<const ComparisonRow*> ranked_rows(const Comparison& comparison);

/// The noise guard's findings in one sentence: 'Measured while other programs kept 0.5 of 2 CPUs busy (2 of 6 runs).'
/// '' where all was quiet.
std::string noise_verdict(const Comparison& comparison);

}  // namespace mlplab
