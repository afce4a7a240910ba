#include "core/study/run_speedup.h"

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

std::string untold_words(const Interval& interval) {
  const std::string low = significant(interval.low), high = significant(interval.high);
  return says_about_the_same(interval) ? say("within noise (%1 to %2×)", low, high)
                                       : say("uncertain (%1 to %2×)", low, high);
}

}  // namespace

std::optional<RunSpeedup> speedup_of(const TimedRun& reference, const TimedRun& run, Equivalence losses) {
  if (!is_same_training(losses) || run.machine.empty() || run.machine != reference.machine) return std::nullopt;
  const std::vector<double> theirs = epoch_times_of(reference.log), own = epoch_times_of(run.log);
  if (theirs.empty() || own.empty()) return std::nullopt;
  return RunSpeedup{.factor = median(theirs) / median(own),
                    .interval = time_ratio_interval(theirs, own),
                    .epochs = static_cast<int>(own.size()),
                    .reference_epochs = static_cast<int>(theirs.size())};
}

bool is_told(const RunSpeedup& speedup) {
  const Interval single{speedup.factor, speedup.factor};
  const Interval& interval = speedup.interval.known() ? speedup.interval : single;
  return interval.low > about_the_same.high || interval.high < about_the_same.low;
}

std::string speed_words(const RunSpeedup& speedup) {
  if (is_told(speedup)) return speed_words(speedup.factor, speedup.interval);
  if (speedup.interval.known()) return untold_words(speedup.interval);
  return say("uncertain (%1×)", significant(speedup.factor));
}

std::string speed_words(double factor, const Interval& interval) {
  const std::string speed = significant(factor);
  if (!interval.known() || interval.low == interval.high) return speed + "×";
  if (!is_difference(interval)) return untold_words(interval);
  return say("%1× (%2 to %3)", speed, significant(interval.low), significant(interval.high));
}

}  // namespace mlplab
