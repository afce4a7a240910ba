// The measured value for a question of the class: the same on the pages, in their charts and in the lab report. A
// further kind of measurement has its overload here.
#pragma once

#include <optional>

#include "core/class/guess_summary.h"
#include "core/run/run_log.h"
#include "core/study/comparison/comparison.h"
#include "core/study/profile/profile_study.h"
#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {

/// The last test accuracy of a run that ended; the interval is that of as many test images drawn at random.
std::optional<MeasuredGuess> measured_guess(const RunLog& log, const GuessQuestion& question);
/// The speedup with the question's workers.
std::optional<MeasuredGuess> measured_guess(const SweepAnalysis& analysis, const GuessQuestion& question);
/// The fastest over the baseline.
std::optional<MeasuredGuess> measured_guess(const Comparison& comparison, const GuessQuestion& question);
/// The share of kernels at one of the batch sizes. A profile has no interval.
std::optional<MeasuredGuess> measured_guess(const ProfilePoint& point, const GuessQuestion& question);

}  // namespace mlplab
