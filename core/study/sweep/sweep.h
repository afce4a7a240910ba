// Runs what is missing of a sweep, in rounds, and says how far it is. Stops, resumes and survives a kill: the store
// holds every finished run.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/run/event.h"
#include "core/run/run_control.h"
#include "core/study/noise_guard.h"
#include "core/study/sweep/sweep_store.h"

namespace mlplab {

/// Called on the sweep's thread: return at once, never throw.
class SweepSink {
 public:
  virtual ~SweepSink() = default;
  virtual void on_progress(const StudyProgress& progress) = 0;
  virtual void on_run(const SweepRun& run) = 0;  // it is on disk already
  /// (optional) After the last run, before it is looked how far rounding alone moves the losses. Default: nothing.
  virtual void on_rounding() {}
};

struct SweepOutcome {
  RunStatus status = RunStatus::done;  // failed: no point gave a time
  std::optional<Failure> failure;      // the first one; also where other points are done
  std::string reason;
};

using TrainFunction = std::function<RunEnded(const RunSpec&, const Dataset&, EventSink&, RunControl&)>;

/// The reference runs, where the sweep wants them, come first. Round r measures every point once, beginning with point
/// r (modulo their number), so that drift (heat, other programs) hits all points alike. A point whose run fails is
/// noted and left out until the sweep is resumed. After all runs, where a point would be marked: measure_rounding().
/// `dataset` is used unless has_own_data(). `control`: stop() ends the sweep within the run in progress, which is
/// lost; pause() and resume() work as in a run. Throws InputError where the store is of another machine, another data
/// set or, for a value that has runs, another device, or cannot be written. `idle_power_s`: see Rounds.
SweepOutcome run_sweep(SweepStore& store, const Dataset& dataset, SweepSink& sink, RunControl& control,
                       const TrainFunction& train_function = {},
                       const std::function<NoiseReading()>& noise = read_noise, double idle_power_s = 0.0);

/// All runs that it wants, those that others are held against included.
int runs_of(const SweepSpec& spec);
/// validate_against() of every run that has `dataset`, that of the first point.
void check_against(const SweepSpec& spec, const Dataset& dataset);

/// Throws UsageError where the runs of a kept sweep, which may be somebody else's, would start programs on other
/// machines and `hostfile` ('' for none) is not the file that lists them.
void confirm_hosts(const SweepStore& store, const std::string& hostfile);

}  // namespace mlplab
