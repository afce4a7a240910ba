// A run as its events tell it: the one model behind the charts, the tables, the summary and opening an old run.
#pragma once

#include <string>
#include <vector>

#include "core/run/event.h"

namespace mlplab {

struct RunLog {
  RunStarted started;
  std::vector<StepDone> steps;
  std::optional<StepDone> live;  // said after the last of `steps`, of a tenth of an epoch that is not complete yet
  std::vector<EpochDone> epochs;
  std::vector<ProfileSample> profiles;  // one per epoch, where the run is profiled
  std::vector<LoadSampled> loads;       // since it was started or resumed last, where the run is watched
  std::vector<std::string> warnings;
  std::optional<RunEnded> ended;

  /// Adds an event; a RunStarted that resumes drops what came after its first epoch, Rewound drops everything.
  void apply(const Event& event);

  /// The newest report of steps; null before the first.
  const StepDone* latest() const;
  double train_time_s() const;
  /// Training images per second over all epochs done (median of the epochs); 0 before the first.
  double images_per_s() const;
  /// The newest epoch done (from 1), 0 before the first.
  int last_epoch() const { return epochs.empty() ? 0 : epochs.back().epoch; }
  /// 1-based epoch with the highest test accuracy, 0 when none was evaluated.
  int best_epoch() const;
  /// That epoch (from 1), null where the log does not have it.
  const EpochDone* epoch(int number) const;
  std::optional<double> last_accuracy_test() const;
  /// Means over the time that was read; nothing where nothing was.
  std::optional<LoadSummary> load_summary() const;
};

}  // namespace mlplab
