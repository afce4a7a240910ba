#include "core/experiments/run_speedup.h"

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/statistics/few_repeats.h"

namespace mlplab {
namespace {

std::vector<double> epoch_times_of(const RunLog& log) {
  std::vector<double> times;
  for (const EpochDone& epoch : log.epochs)
    if (epoch.epoch_time_s > 0.0) times.push_back(epoch.epoch_time_s);
  return times;
}

}  // namespace

std::optional<RunSpeedup> speedup_of(const RunLog& reference, const RunLog& run, Equivalence losses) {
  if (!is_same_training(losses)) return std::nullopt;
  const std::vector<double> theirs = epoch_times_of(reference), own = epoch_times_of(run);
  if (theirs.empty() || own.empty()) return std::nullopt;
  return RunSpeedup{.factor = median(theirs) / median(own),
                    .interval = time_ratio_interval(theirs, own),
                    .epochs = static_cast<int>(own.size()),
                    .reference_epochs = static_cast<int>(theirs.size())};
}

std::string speed_words(double factor, const Interval& interval) {
  const std::string speed = significant(factor);
  if (!interval.known() || interval.low == interval.high) return speed + "×";
  const std::string low = significant(interval.low), high = significant(interval.high);
  if (is_difference(interval)) return say("%1× (%2 to %3)", speed, low, high);
  return says_about_the_same(interval) ? say("within noise (%1 to %2×)", low, high)
                                       : say("uncertain (%1 to %2×)", low, high);
}

}  // namespace mlplab
