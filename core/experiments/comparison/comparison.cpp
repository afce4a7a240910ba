// The rows of the comparison in turn. Figures come from each run's events alone; a run that did not end has none, for a
// part of a training compares with nothing.
#include "core/experiments/comparison/comparison.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/compute/backend_table.h"
#include "core/experiments/equivalence.h"
#include "core/launch/execute.h"

namespace mlplab {
namespace {

/// A row's run as its log, passed on to whoever looks on.
class RowSink : public EventSink {
 public:
  RowSink(RunLog& log, EventSink* other) : log_(log), other_(other) {}
  void on_event(const Event& event) override {
    log_.apply(event);
    if (other_ != nullptr) other_->on_event(event);
  }
  void on_state(const std::shared_ptr<const TrainingState>& state) override {
    if (other_ != nullptr) other_->on_state(state);
  }

 private:
  RunLog& log_;
  EventSink* other_;
};

ComparisonRow row_of(const ComparisonSpec& spec, const BackendEntry& entry) {
  ComparisonRow row;
  row.backend = entry.name;
  row.title = entry.title;
  row.technology = technology_of(entry);
  row.parallelism = parallelism_of(entry);
  row.reason = why_not(run_of(spec, entry.name));
  row.available = row.reason.empty();
  if (row.available) {
    const int wanted = run_of(spec, entry.name).options.workers;
    row.workers = wanted > 0 ? wanted : entry.workers_max();
  }
  return row;
}

const ComparisonRow* find_row(const Comparison& comparison, const std::string& backend) {
  const auto found = std::ranges::find(comparison.rows, backend, &ComparisonRow::backend);
  return found == comparison.rows.end() ? nullptr : &*found;
}

void fill(ComparisonRow& row, double target_accuracy) {
  const RunLog& log = row.log;
  row.workers = log.started.workers;
  row.train_time_s = log.train_time_s();
  row.images_per_s = log.images_per_s();
  row.accuracy_test = log.last_accuracy_test();
  const auto reached = std::ranges::find_if(
      log.epochs, [&](const EpochDone& e) { return e.accuracy_test && *e.accuracy_test >= target_accuracy; });
  if (reached != log.epochs.end()) row.time_to_target_s = reached->train_time_s;
}

/// 'stopped', 'failed', with the trainer's own reason.
std::string why_unfinished(const RunEnded& ended) {
  if (ended.status == RunStatus::stopped) return "stopped before its end";
  return ended.reason.empty() ? "the run failed" : ended.reason;
}

}  // namespace

RunSpec run_of(const ComparisonSpec& spec, const std::string& backend) {
  const BackendEntry& entry = find_backend(backend);
  RunSpec run = spec.base;
  run.backend = backend;
  run.target_accuracy.reset();
  if (backend != spec.base.backend) run.options.values.clear();  // options belong to one backend
  if (entry.kind == BackendKind::gpu || !entry.why_not().empty() || entry.workers_max() == 1) run.options.workers = 0;
  return run;
}

Comparison plan_comparison(const ComparisonSpec& spec) {
  if (!(spec.target_accuracy > 0.0 && spec.target_accuracy <= 1.0))
    throw UsageError("the target accuracy is a fraction: it must be above 0 and at most 1, as in 0.97");
  for (const std::string& name : spec.backends) find_backend(name);
  Comparison comparison{.spec = spec, .rows = {}};
  for (const BackendEntry& entry : backend_table())
    if (spec.backends.empty() || std::ranges::find(spec.backends, entry.name) != spec.backends.end())
      comparison.rows.push_back(row_of(spec, entry));
  const auto first = std::ranges::find(comparison.rows, true, &ComparisonRow::available);
  const bool chosen = !spec.baseline.empty() || first == comparison.rows.end();
  rebase(comparison, chosen ? spec.baseline : first->backend);
  return comparison;
}

std::string run_comparison(Comparison& comparison, const Dataset& dataset, RunControl& control,
                           const std::function<EventSink*(int row)>& sink_for,
                           const std::function<void(const ComparisonProgress&)>& on_progress,
                           const std::filesystem::path& keep_in) {
  std::string not_kept;
  const auto rows = static_cast<int>(comparison.rows.size());
  for (int i = 0; i < rows; ++i) {
    ComparisonRow& row = comparison.rows[static_cast<std::size_t>(i)];
    if (!row.available) continue;
    if (control.stopped()) {
      row.reason = "not run: the comparison was stopped";
      continue;
    }
    if (on_progress) on_progress({.row = i, .rows = rows, .backend = row.backend});
    row.log = RunLog{};
    row.reason.clear();
    RowSink sink(row.log, sink_for ? sink_for(i) : nullptr);
    RunRequest request{.spec = run_of(comparison.spec, row.backend), .dataset = borrowed(dataset)};
    if (!keep_in.empty()) {
      request.keep = RunRequest::Keep::always;
      request.folder = keep_in / row.backend;
    }
    const RunOutcome outcome = execute_run(request, sink, control);
    const RunEnded& ended = outcome.ended;
    if (not_kept.empty()) not_kept = outcome.not_kept;
    if (ended.status == RunStatus::done)
      fill(row, comparison.spec.target_accuracy);
    else
      row.reason = why_unfinished(ended);
    rebase(comparison, comparison.spec.baseline);
  }
  return not_kept;
}

void rebase(Comparison& comparison, const std::string& baseline) {
  const ComparisonRow* base = find_row(comparison, baseline);
  if (base == nullptr && baseline.empty()) return;  // nothing can run: there is nothing to compare with
  if (base == nullptr) {
    std::string names;
    for (const ComparisonRow& row : comparison.rows) names += (names.empty() ? "" : ", ") + row.backend;
    throw UsageError("the baseline " + baseline + " is not among the compared backends; valid are " + names);
  }
  comparison.spec.baseline = baseline;
  const ComparisonRow* reference = find_row(comparison, backend_table().front().name);
  for (ComparisonRow& row : comparison.rows) {
    row.relative_speed.reset();
    if (base->done() && row.done() && row.train_time_s > 0.0)
      row.relative_speed = base->train_time_s / row.train_time_s;
    const bool known = reference != nullptr && reference->done() && row.done();
    row.equivalent = known ? compare_losses(reference->log, row.log) : Equivalence::not_compared;
  }
}

}  // namespace mlplab
