#include "core/reporting/measured_guess.h"

#include "core/statistics/statistics.h"
#include "core/study/comparison/comparison_reading.h"

namespace mlplab {

std::optional<MeasuredGuess> measured_guess(const RunLog& log, const GuessQuestion& question) {
  const std::optional<double> accuracy = log.last_accuracy_test();
  if (question.kind != GuessKind::accuracy || !log.ended || !accuracy) return std::nullopt;
  const Interval interval = wilson_interval(*accuracy, static_cast<double>(log.started.test_examples));
  return MeasuredGuess{100.0 * *accuracy, {100.0 * interval.low, 100.0 * interval.high}};
}

std::optional<MeasuredGuess> measured_guess(const SweepAnalysis& analysis, const GuessQuestion& question) {
  if (question.kind != GuessKind::speedup) return std::nullopt;
  for (const SweepPoint& point : analysis.points)
    if (point.workers == question.workers && point.speed.known())
      return MeasuredGuess{point.speed.value, point.speed.interval};
  return std::nullopt;
}

std::optional<MeasuredGuess> measured_guess(const Comparison& comparison, const GuessQuestion& question) {
  const std::vector<const ComparisonRow*> ranked = ranked_rows(comparison);
  if (question.kind != GuessKind::factor || ranked.empty() || !ranked.front()->speed.known()) return std::nullopt;
  return MeasuredGuess{ranked.front()->speed.value, ranked.front()->speed.interval};
}

std::optional<MeasuredGuess> measured_guess(const ProfilePoint& point, const GuessQuestion& question) {
  if (question.kind != GuessKind::kernel_share || !point.failure.empty() || point.profile.wall_s <= 0.0)
    return std::nullopt;
  return MeasuredGuess{100.0 * point.profile.kernel_s / point.profile.wall_s, {}};
}

}  // namespace mlplab
