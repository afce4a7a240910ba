// Every implementation trained with the same settings, in turn and in rounds: the table of the report.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/launch/execute.h"
#include "core/run/run_control.h"
#include "core/run/run_log.h"
#include "core/run/run_spec.h"
#include "core/statistics/few_repeats.h"
#include "core/study/equivalence.h"
#include "core/study/figure.h"
#include "core/study/measured_machine.h"
#include "core/study/noise_guard.h"
#include "core/study/rounding.h"
#include "core/study/rounds.h"

namespace mlplab {

struct ComparisonSpec {
  RunSpec base;                       // its backend and workers are set for each row
  std::vector<std::string> backends;  // names of the table; empty: all
  int repeats = 3;                    // rounds: each trains every row once
  double target_accuracy = 0.97;      // of 'time to target'; the runs go on past it
  std::string baseline;               // of 'relative speed'; '' for the first row that is available
};

/// One training of a row that went to its end.
struct ComparisonRun {
  int round = 0;  // 0-based
  RunLog log;
  std::vector<Finding> noise;  // what the noise guard found while it ran
  double wall_s = not_known;   // all of it: start, training, evaluation; not in files of before 2026-11-27
  RunMemory memory = {};       // not in files of before 2026-11-29, as the next one
  RunStep step = {};           // only where the comparison profiles
};

/// Its time is that of the training of a run. The speed is not known where the baseline itself differs, or is not
/// compared though the sequential one is done; nor where one of the two is not verified. Names, phases and whether it
/// is comparable: cell_of().
struct ComparisonRow : Cell {
  std::string backend, title;
  std::string technology;   // 'C++, AVX-512', 'Open MPI', 'Python, NumPy'
  std::string parallelism;  // 'none', 'vector instructions', 'threads', 'processes', 'GPU'
  bool available = false;
  std::string reason;               // why it is not available, or has no run that went to its end
  std::string incomplete;           // why it has fewer runs than there were rounds: 'stopped', 'run 2 failed: …'
  std::vector<ComparisonRun> runs;  // that went to their end, by round
  RunLog log;  // of the run with the median time (of two, the shorter); before there is one, of the one that runs
  double wall_s = not_known;               // of that run
  std::optional<double> time_to_target_s;  // its training time at the end of the first epoch that reached the target
  /// With the first run of the first backend of the table, the sequential one: that of the worst run.
  Equivalence equivalent = Equivalence::not_compared;
  std::string rounding;  // what it does to the losses, in half a sentence; '' where it does not matter
  /// True once it has trained to its end: only then are the figures above filled.
  bool done() const { return !runs.empty(); }
  /// False where another program's times were doubted, or weights of its runs were not seen: it has no relative speed
  /// and is ranked nowhere.
  bool verified() const;
};

struct Comparison {
  ComparisonSpec spec;
  std::vector<ComparisonRow> rows;  // in the table's order
  /// The noise guard's findings before the first run and over all runs; each run has its own. Empty where all was
  /// quiet.
  std::vector<Finding> noise_before, noise_during;
  MeasuredMachine machine;  // that it was measured on; older files name the processor alone, or nothing
  /// How far rounding alone moves the losses of these runs; nothing where no row made it necessary to know.
  std::optional<Rounding> rounding;
  bool goes_on = false;  // being measured here: rounding may follow
};

/// Observers of a comparison, and how its runs are made; all optional.
struct ComparisonHooks {
  std::function<EventSink*(int row)> sink_for;            // a sink that sees the events of the row's next run, or null
  std::function<void(const StudyProgress&)> on_progress;  // before each run, and while it goes on
  std::function<void(int row)> on_run;                    // after each run: the row's figures are new
  std::function<void()> on_rounding;                      // before check_rounding() trains
  std::filesystem::path keep_in;  // each run gets a folder there: BACKEND, then round-2/BACKEND…; '' for nowhere
  std::string file = {};          // of a kept one that goes on, as it is called in what is said; '' for none
  double look_before_s = 0.3;     // how long the machine is looked at before the first run
  double idle_power_s = 0.0;      // see Rounds
  std::function<NoiseReading()> noise = read_noise;
  std::function<RunOutcome(const RunRequest&, EventSink&, RunControl&)> execute = execute_run;
};

/// Every row before any of it has run: what is available and why not. Throws UsageError for a name that is not in the
/// table, a baseline that is not a row, no repeats, or a target that is no fraction.
/// `teams`: names of teams that have a row too.
Comparison plan_comparison(const ComparisonSpec& spec, const std::vector<std::string>& teams = {});
/// The run that a row makes: the base with the row's backend, all its workers unless the base names a number (never on
/// a GPU, whose workers are not threads), no early end.
RunSpec run_of(const ComparisonSpec& spec, const std::string& backend);
/// Trains what the rows of spec.backends lack, in rounds: forwards in the first, backwards in the second, and so on, so
/// that drift (heat, other programs) favours none. A row that fails keeps its reason and runs no more, the others go
/// on; stops early where `control` is stopped, keeping what is done. Returns what could not be kept, in one sentence,
/// or ''. Throws InputError where runs are there of another machine or other data.
std::string run_comparison(Comparison& comparison, const Dataset& dataset, RunControl& control,
                           const ComparisonHooks& hooks = {});
/// How many runs there are of how many that the rows of spec.backends have where they can run here.
struct RunsOfAll {
  int done = 0, total = 0;
};
RunsOfAll runs_of(const Comparison& comparison);
inline bool is_complete(const Comparison& comparison) {
  const RunsOfAll runs = runs_of(comparison);
  return runs.done == runs.total;
}
/// As confirm_hosts() of resuming.h, for the rows that runs_of() counts.
void confirm_hosts(const Comparison& comparison, const std::string& hostfile, const std::string& file,
                   const std::string& command);
/// Where a row would be marked, measures how far rounding alone moves these losses, and judges the rows again. Ends
/// soon after control.stop(), and every row is then judged as before. run_comparison() does this after its last run.
void check_rounding(Comparison& comparison, const Dataset& dataset, RunControl& control,
                    const std::function<void()>& before = {});
/// Null where there is no such row, or, of done_row(), no run of it.
const ComparisonRow* find_row(const Comparison& comparison, const std::string& backend);
const ComparisonRow* done_row(const Comparison& comparison, const std::string& backend);
/// The notes on the joules of all rows: the scopes measured, or why there are none.
std::vector<std::string> comparison_energy_notes(const Comparison& comparison);
bool has_energy(const Comparison& comparison);
/// Adds a run that went to its end and computes the row's figures anew, those of the baseline excepted.
void add_run(ComparisonRow& row, ComparisonRun run, double target_accuracy);
/// Computes relative speeds and equivalence anew, for another baseline. Throws UsageError for one that is not a row.
void rebase(Comparison& comparison, const std::string& baseline);

}  // namespace mlplab
