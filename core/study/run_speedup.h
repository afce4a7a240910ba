// How fast the epochs of a run were, beside those of the run that it is held against (same_start.h): Train's table and
// the lab report show it.
#pragma once

#include <optional>
#include <string>

#include "core/statistics/statistics.h"
#include "core/study/equivalence.h"

namespace mlplab {

/// Two runs were made once each, at their own times: a comparison, which alternates them, says more.
struct RunSpeedup {
  double factor = 0.0;  // the median time of an epoch of the reference over that of the run
  Interval interval;    // of their epochs (time_ratio_interval); unknown where one of the two has one epoch
  int epochs = 0, reference_epochs = 0;
};
/// A run and what computed it (machine_in_brief); '' where that is not known.
struct TimedRun {
  const RunLog& log;
  std::string machine;
};
/// Nothing where they are not the same training, are not known to be of one machine, or one of the two has no epoch
/// with a time. The interval is drawn thousands of times: not for each frame of a window.
std::optional<RunSpeedup> speedup_of(const TimedRun& reference, const TimedRun& run, Equivalence losses);

/// Whether the two tell a difference: their interval lies beyond a quarter of 1. Epochs of one run are more alike than
/// two runs of the same thing, which differ by 10 to 20 % on a machine that is shared.
bool is_told(const RunSpeedup& speedup);

/// As the next, but what is not told is noise or uncertain.
std::string speed_words(const RunSpeedup& speedup);
/// '5.20× (5.00 to 5.41)', 'within noise (0.97 to 1.12×)', 'uncertain (0.8 to 2.9×)', '5.20×' without an interval.
std::string speed_words(double factor, const Interval& interval);

}  // namespace mlplab
