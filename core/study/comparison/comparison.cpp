// A comparison's runs for the loop of rounds.h. Figures come from the runs' events alone; a run that did not end has
// none, for a part of a training compares with nothing.
#include "core/study/comparison/comparison.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/compute/backend_table.h"
#include "core/launch/configurations.h"
#include "core/study/resuming.h"

namespace mlplab {
namespace {

/// A team's name has signs that a folder's must not have.
std::string folder_of(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return std::string_view("/*:();@").find(c) != std::string_view::npos; }, '-');
  return name;
}

ComparisonRow row_of(const ComparisonSpec& spec, const ConfigurationEntry& entry) {
  ComparisonRow row;
  row.backend = entry.name;
  row.title = entry.title;
  row.technology = entry.technology;
  row.parallelism = entry.parallelism;
  row.reason = why_not(run_of(spec, entry.name));
  row.available = row.reason.empty();
  if (row.available) {
    const int wanted = workers_asked(run_of(spec, entry.name));
    row.workers = wanted > 0 ? wanted : entry.workers_max();
  }
  return row;
}

/// 'stopped', 'failed', with the trainer's own reason.
std::string why_unfinished(const RunEnded& ended) {
  if (ended.status == RunStatus::stopped) return say("stopped before its end");
  return ended.reason.empty() ? say("the run failed") : ended.reason;
}

void judge_row(ComparisonRow& row, const ComparisonRun* expected, const Rounding* rounding, bool awaited) {
  row.rounding.clear();
  row.equivalent = expected != nullptr && row.done() ? Equivalence::equal : Equivalence::not_compared;
  if (expected == nullptr) return;
  for (const ComparisonRun& run : row.runs) {
    const LossVerdict one = judge_losses(expected->log, run.log, rounding, awaited);
    if (one.state <= row.equivalent) continue;
    row.equivalent = one.state;
    row.rounding = one.reason();
  }
}

/// The run that all others are held against; null where there is none.
const ComparisonRun* reference_run(const Comparison& comparison) {
  const ComparisonRow* reference = done_row(comparison, reference_entry().name);
  return reference == nullptr ? nullptr : &reference->runs.front();
}

bool is_wanted(const Comparison& comparison, const ComparisonRow& row) {
  const std::vector<std::string>& names = comparison.spec.backends;
  return row.available && (names.empty() || std::ranges::find(names, row.backend) != names.end());
}

bool has_round(const ComparisonRow& row, int round) {
  return std::ranges::find(row.runs, round, &ComparisonRun::round) != row.runs.end();
}

/// In rounds: forwards in the first, backwards in the second, and so on.
std::vector<Turn> missing_turns(const Comparison& comparison) {
  std::vector<Turn> turns;
  const std::size_t count = comparison.rows.size();
  for (int round = 0; round < comparison.spec.repeats; ++round)
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = round % 2 == 0 ? i : count - 1 - i;
      if (is_wanted(comparison, comparison.rows[row]) && !has_round(comparison.rows[row], round))
        turns.push_back({row, round});
    }
  return turns;
}

/// A comparison for the loop: its cells are the rows.
class ComparisonRuns : public StudyRuns {
 public:
  ComparisonRuns(Comparison& comparison, const Dataset& dataset, RunControl& control, const ComparisonHooks& hooks)
      : comparison_(comparison), dataset_(dataset), control_(control), hooks_(hooks) {}

  std::string run() {
    check_same_ground();
    Rounds rounds(*this, control_, hooks_.noise, hooks_.idle_power_s);
    for (std::size_t row = 0; row < comparison_.rows.size(); ++row)
      if (is_wanted(comparison_, row_at(row))) begin(row, rounds);
    add_findings(comparison_.noise_before, rounds.look(hooks_.look_before_s));
    noise_of_before_ = comparison_.noise_during;
    if (rounds.run(missing_turns(comparison_), runs_of(comparison_).total))
      check_rounding(comparison_, dataset_, control_, hooks_.on_rounding);
    else
      say_what_is_missing();
    return not_kept_;
  }

  std::string name_of(std::size_t cell) const override { return comparison_.rows[cell].backend; }
  bool keeps_steps() const override { return true; }
  std::optional<RunSpec> spec_of(const Turn& turn) const override {
    return run_of(comparison_.spec, comparison_.rows[turn.cell].backend);
  }
  EventSink* watcher(const Turn& turn) override {
    return hooks_.sink_for ? hooks_.sink_for(static_cast<int>(turn.cell)) : nullptr;
  }
  void on_progress(const StudyProgress& progress) override {
    if (hooks_.on_progress) hooks_.on_progress(progress);
  }

  RunEnded train(const Turn& turn, EventSink& events, RunControl& control) override {
    const ComparisonRow& row = row_at(turn.cell);
    RunRequest request{.spec = run_of(comparison_.spec, row.backend), .dataset = borrowed(dataset_), .idle = idle};
    if (!hooks_.keep_in.empty()) {
      request.keep = RunRequest::Keep::always;
      const std::filesystem::path& all = hooks_.keep_in;
      const std::filesystem::path round = turn.repeat == 0 ? all : all / ("round-" + std::to_string(turn.repeat + 1));
      request.folder = free_path(round, folder_of(row.backend));  // beside a run that was broken off
    }
    const RunOutcome outcome = hooks_.execute(request, events, control);
    if (not_kept_.empty()) not_kept_ = outcome.not_kept;
    return outcome.ended;
  }

  void take(const Turn& turn, MadeRun made) override {
    ComparisonRow& row = row_at(turn.cell);
    if (made.ended.status == RunStatus::done && row.done() && row.log.started.device != made.log.started.device) {
      made.ended.status = RunStatus::failed;
      made.ended.reason = other_here(to_say("the device"), row.log.started.device, made.log.started.device);
    }
    if (made.ended.status == RunStatus::done) {
      const RunStep step = step_of_run(made.log);
      add_run(row,
              {.round = turn.repeat,
               .log = std::move(made.log),
               .noise = std::move(made.noise),
               .wall_s = made.wall_s,
               .memory = made.memory,
               .step = step},
              comparison_.spec.target_accuracy);
    } else {
      if (!row.done()) row.log = std::move(made.log);
      give_up(row, turn.repeat, why_unfinished(made.ended));
    }
    comparison_.noise_during = noise_of_before_;
    add_findings(comparison_.noise_during, made.session_noise);
    rebase(comparison_, comparison_.spec.baseline);
    if (hooks_.on_run) hooks_.on_run(static_cast<int>(turn.cell));
  }

 private:
  ComparisonRow& row_at(std::size_t row) { return comparison_.rows[row]; }

  /// Throws InputError where what is there would mix with what comes.
  void check_same_ground() {
    const std::string what = hooks_.file.empty() ? say("this comparison") : say("the comparison in %1", hooks_.file);
    if (std::ranges::none_of(comparison_.rows, &ComparisonRow::done)) comparison_.machine = this_machine();
    refuse_difference(what, difference_of(comparison_.machine, this_machine()));
    for (const ComparisonRow& row : comparison_.rows)
      if (row.done())
        refuse_other_data(what, comparison_.spec.base.data.source, row.log.started.dataset_hash, dataset_.content_hash);
  }

  void begin(std::size_t index, Rounds& rounds) {
    ComparisonRow& row = row_at(index);
    row.reason.clear();
    row.incomplete.clear();
    if (!row.done()) row.log = RunLog();
    for (const ComparisonRun& run : row.runs)
      rounds.expect({index, run.round}, std::isfinite(run.wall_s) ? run.wall_s : run.log.train_time_s());
  }

  void give_up(ComparisonRow& row, int round, const std::string& reason) {
    if (row.runs.empty())
      row.reason = reason;
    else if (!control_.stopped())
      row.incomplete = say("run %1: %2", round + 1, reason);
  }

  void say_what_is_missing() {
    for (ComparisonRow& row : comparison_.rows) {
      if (!is_wanted(comparison_, row) || static_cast<int>(row.runs.size()) >= comparison_.spec.repeats) continue;
      std::string& said = row.runs.empty() ? row.reason : row.incomplete;
      if (said.empty())
        said = say(row.runs.empty() ? "not run: the comparison was stopped" : "the comparison was stopped");
    }
  }

  Comparison& comparison_;
  const Dataset& dataset_;
  RunControl& control_;
  const ComparisonHooks& hooks_;
  std::vector<Finding> noise_of_before_;  // over runs that were there
  std::string not_kept_;
};

}  // namespace

RunSpec run_of(const ComparisonSpec& spec, const std::string& backend) {
  const ConfigurationEntry entry = find_configuration(backend);
  RunSpec run = spec.base;
  choose_configuration(run, backend);
  run.batch_per_rank = 0;  // the whole batch is the same for all, however many workers each has
  run.target_accuracy.reset();
  if (!entry.is_parallel()) set_workers(run, 0);
  return run;
}

Comparison plan_comparison(const ComparisonSpec& spec, const std::vector<std::string>& teams) {
  if (!(spec.target_accuracy > 0.0 && spec.target_accuracy <= 1.0))
    throw UsageError(say("the target accuracy is a fraction: it must be above 0 and at most 1, as in 0.97"));
  check_is_here(spec.base);
  if (spec.repeats < 1) throw UsageError(say("a comparison needs at least one repeat"), "repeats");
  for (const std::string& name : spec.backends) find_configuration(name);
  Comparison comparison{.spec = spec, .rows = {}, .noise_before = {}, .noise_during = {}};
  for (const ConfigurationEntry& entry : configurations())
    if (spec.backends.empty() || std::ranges::find(spec.backends, entry.name) != spec.backends.end())
      comparison.rows.push_back(row_of(spec, entry));
  std::vector<std::string> with_members = spec.backends;
  with_members.insert(with_members.end(), teams.begin(), teams.end());
  for (const std::string& name : with_members)
    if ((names_members(name) || names_options(name) || names_family(name)) && find_row(comparison, name) == nullptr)
      comparison.rows.push_back(row_of(spec, find_configuration(name)));
  const auto first = std::ranges::find(comparison.rows, true, &ComparisonRow::available);
  const bool chosen = !spec.baseline.empty() || first == comparison.rows.end();
  rebase(comparison, chosen ? spec.baseline : first->backend);
  return comparison;
}

const ComparisonRow* find_row(const Comparison& comparison, const std::string& backend) {
  const auto found = std::ranges::find(comparison.rows, backend, &ComparisonRow::backend);
  return found == comparison.rows.end() ? nullptr : &*found;
}

const ComparisonRow* done_row(const Comparison& comparison, const std::string& backend) {
  const ComparisonRow* row = find_row(comparison, backend);
  return row == nullptr || !row->done() ? nullptr : row;
}

bool ComparisonRow::verified() const {
  return std::ranges::all_of(runs, [](const ComparisonRun& run) { return is_confirmed(run.log); });
}

void add_run(ComparisonRow& row, ComparisonRun added, double target_accuracy) {
  row.runs.push_back(std::move(added));
  row.times_s.clear();
  std::vector<RunEnergy> energies;
  for (const ComparisonRun& run : row.runs) {
    row.times_s.push_back(run.log.train_time_s());
    energies.push_back(energy_of_run(run.log));
  }
  row.time_s = {median(row.times_s), median_time_interval(row.times_s)};
  row.energy = energy_of_runs(energies);
  row.memory = memory_of_runs(mapped(row.runs, &ComparisonRun::memory));
  row.step = step_of_runs(mapped(row.runs, &ComparisonRun::step));
  std::vector<const ComparisonRun*> by_time;
  for (const ComparisonRun& run : row.runs) by_time.push_back(&run);
  std::ranges::stable_sort(by_time, {}, [](const ComparisonRun* run) { return run->log.train_time_s(); });
  const ComparisonRun& median_run = *by_time[(by_time.size() - 1) / 2];
  row.log = median_run.log;
  row.wall_s = median_run.wall_s;
  row.workers = row.log.started.workers;
  row.images_per_s = {row.log.images_per_s()};
  row.accuracy_test = {row.log.last_accuracy_test().value_or(not_known)};
  const auto reached = std::ranges::find_if(
      row.log.epochs, [&](const EpochDone& e) { return e.accuracy_test && *e.accuracy_test >= target_accuracy; });
  row.time_to_target_s.reset();
  if (reached != row.log.epochs.end()) row.time_to_target_s = reached->train_time_s;
}

bool has_energy(const Comparison& comparison) { return any_energy(energies_of(comparison.rows)); }

std::vector<std::string> comparison_energy_notes(const Comparison& comparison) {
  return energy_notes(energies_of(comparison.rows), comparison.spec.baseline);
}

std::string run_comparison(Comparison& comparison, const Dataset& dataset, RunControl& control,
                           const ComparisonHooks& hooks) {
  std::string not_kept;
  {
    const struct GoesOn {
      explicit GoesOn(bool& now) : flag(now) { flag = true; }
      ~GoesOn() { flag = false; }
      bool& flag;
    } scope(comparison.goes_on);
    not_kept = ComparisonRuns(comparison, dataset, control, hooks).run();
  }
  rebase(comparison, comparison.spec.baseline);  // rounding may have been asked for and not been measured
  return not_kept;
}

RunsOfAll runs_of(const Comparison& comparison) {
  RunsOfAll runs;
  for (const ComparisonRow& row : comparison.rows)
    if (is_wanted(comparison, row)) runs.total += comparison.spec.repeats;
  runs.done = runs.total - static_cast<int>(missing_turns(comparison).size());
  return runs;
}

void confirm_hosts(const Comparison& comparison, const std::string& hostfile, const std::string& file,
                   const std::string& command) {
  std::vector<RunSpec> runs;
  for (const ComparisonRow& row : comparison.rows)
    if (is_wanted(comparison, row)) runs.push_back(run_of(comparison.spec, row.backend));
  confirm_hosts(runs, hostfile, say("the comparison in %1", file), command);
}

void check_rounding(Comparison& comparison, const Dataset& dataset, RunControl& control,
                    const std::function<void()>& before) {
  const ComparisonRun* expected = reference_run(comparison);
  if (expected == nullptr) return;
  std::vector<RunLog> got;
  for (const ComparisonRow& row : comparison.rows)
    for (const ComparisonRun& run : row.runs) got.push_back(run.log);
  if (!any_open(expected->log, got, comparison.rounding ? &*comparison.rounding : nullptr)) return;
  if (before) before();
  const RunSpec spec = run_of(comparison.spec, configuration_name(expected->log.started.spec));
  Rounding found = measure_rounding(spec, dataset, control, expected->log, got);
  if (control.stopped()) return;
  comparison.rounding = std::move(found);
  rebase(comparison, comparison.spec.baseline);
}

void rebase(Comparison& comparison, const std::string& baseline) {
  const ComparisonRow* base = find_row(comparison, baseline);
  if (base == nullptr && baseline.empty()) return;  // nothing can run: there is nothing to compare with
  if (base == nullptr)
    throw UsageError(say("the baseline %1 is not among the compared backends; valid are %2", baseline,
                         joined(comparison.rows, ", ", &ComparisonRow::backend)));
  comparison.spec.baseline = baseline;
  const ComparisonRun* reference = reference_run(comparison);
  const bool checked = reference != nullptr, awaited = comparison.goes_on || !is_complete(comparison);
  for (ComparisonRow& row : comparison.rows)
    judge_row(row, reference, comparison.rounding ? &*comparison.rounding : nullptr, awaited);
  // Over one that is fast or slow at something else, no speed is a gain.
  const bool comparable = base->done() && base->verified() && (!checked || is_same_training(base->equivalent));
  relate_energy(energies_of(comparison.rows), comparable ? base->energy : RepeatedEnergy{});
  for (ComparisonRow& row : comparison.rows) {
    row.speed = {};
    if (comparable && row.done() && row.verified() && row.time_s.value > 0.0) relate_speed(row, *base);
  }
}

}  // namespace mlplab
