// Every implementation trained with the same settings, one after the other: the table of the report.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/experiments/equivalence.h"
#include "core/run/run_control.h"
#include "core/run/run_log.h"
#include "core/run/run_spec.h"

namespace mlplab {

struct ComparisonSpec {
  RunSpec base;                       // its backend and workers are set for each row
  std::vector<std::string> backends;  // names of the table; empty: all
  double target_accuracy = 0.97;      // of 'time to target'; the runs go on past it
  std::string baseline;               // of 'relative speed'; '' for the first row that is available
};

struct ComparisonRow {
  std::string backend, title;
  std::string technology;   // 'C++, AVX-512', 'Open MPI', 'Python, NumPy'
  std::string parallelism;  // 'none', 'vector instructions', 'threads', 'processes', 'GPU'
  int workers = 0;          // 0 where it is not available
  bool available = false;
  std::string reason;  // why it is not available, or did not run to its end
  RunLog log;          // empty where it did not run
  double train_time_s = 0.0;
  double images_per_s = 0.0;
  std::optional<double> accuracy_test;
  std::optional<double> relative_speed;    // baseline's training time over this one's
  std::optional<double> time_to_target_s;  // training time at the end of the first epoch that reached the target
  /// With the first backend of the table, the sequential one; not compared where one of the two did not run to its end.
  Equivalence equivalent = Equivalence::not_compared;
  /// True once it has trained to its end: only then are the figures above filled.
  bool done() const { return log.ended && log.ended->status == RunStatus::done; }
};

struct Comparison {
  ComparisonSpec spec;
  std::vector<ComparisonRow> rows;  // in the table's order
};

struct ComparisonProgress {
  int row = 0, rows = 0;  // 0-based, of how many
  std::string backend;
};

/// Every row before any of it has run: what is available and why not. Throws UsageError for a name that is not in the
/// table, a baseline that is not a row, or a target that is no fraction.
Comparison plan_comparison(const ComparisonSpec& spec);
/// The run that a row makes: the base with the row's backend, all its workers unless the base names a number (never on
/// a GPU, whose workers are not threads), no early end.
RunSpec run_of(const ComparisonSpec& spec, const std::string& backend);
/// Fills the rows in turn; `sink_for(row)` may return a sink that sees the run's events, or null. A row that fails
/// keeps its reason, the others go on; stops early where `control` is stopped, keeping what is done. `keep_in`: where
/// each run gets a folder of its backend's name; '' for nowhere. Returns what could not be kept, in one sentence, or
/// ''.
std::string run_comparison(Comparison& comparison, const Dataset& dataset, RunControl& control,
                           const std::function<EventSink*(int row)>& sink_for = {},
                           const std::function<void(const ComparisonProgress&)>& on_progress = {},
                           const std::filesystem::path& keep_in = {});
/// Computes relative speeds and equivalence anew, for another baseline. Throws UsageError for one that is not a row.
void rebase(Comparison& comparison, const std::string& baseline);

}  // namespace mlplab
