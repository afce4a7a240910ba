// Runs: what they were, each in a line, their curves over one another, their epochs.
#include <algorithm>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/launch/processes/share_words.h"
#include "core/launch/processes/transport.h"
#include "core/reporting/charts/run_charts.h"
#include "core/reporting/energy_report.h"
#include "core/reporting/lab/draft.h"
#include "core/reporting/run_report.h"
#include "core/reporting/work_words.h"
#include "core/run/configuration.h"
#include "core/run/run_lock.h"
#include "core/run/run_spec.h"
#include "core/study/rounding.h"
#include "core/study/same_start.h"

namespace mlplab {
namespace {

constexpr std::size_t most_epoch_rows = 20, most_overlaid = 8;

std::vector<ListedRun> listed(const std::vector<ReportedRun>& runs) {
  std::vector<StartedRun> started;
  for (const ReportedRun& run : runs)
    started.push_back({&run.run.spec, &run.run.log, static_cast<int>(started.size())});
  const auto references = references_of(started);
  std::vector<ListedRun> list;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    ListedRun one{.name = runs[i].name.text, .id = runs[i].name.id, .run = &runs[i].run};
    if (const auto reference = references[i]; reference && *reference != i) {
      one.held_against = runs[*reference].name.text;
      const std::optional<Rounding> rounding = kept_rounding(runs[i].run.folder);
      const LossVerdict verdict =
          judge_losses(runs[*reference].run.log, runs[i].run.log, rounding ? &*rounding : nullptr);
      one.same_result = verdict.state;
      one.rounding = verdict.reason();
      const StoredRun &run = runs[i].run, &held_against = runs[*reference].run;
      one.speedup = speedup_of({held_against.log, held_against.machine}, {run.log, run.machine}, verdict.state);
    }
    list.push_back(std::move(one));
  }
  return list;
}

std::string curve_name(const ReportedRun& run) {
  const int workers = std::max(1, run.run.log.started.workers);
  return run.name.text + ", " + configuration_name(run.run.spec) +
         (workers > 1 ? ", " + count_of(workers, "worker") : "");
}

/// 'mnist, 60000 images, 3 epochs', or for runs that trained unlike: '… (run 1, run 2); … (run 3)'
std::string work_of(const std::vector<ReportedRun>& runs) {
  std::vector<std::pair<std::string, std::string>> works;  // what was trained, the runs that did
  for (const ReportedRun& run : runs) {
    const RunSpec& spec = run.run.spec;
    const std::string work =
        work_in_words(title_of(spec.data), image_count(run.run.log.started.train_examples), spec.epochs);
    const auto same = std::ranges::find(works, work, &std::pair<std::string, std::string>::first);
    if (same == works.end())
      works.emplace_back(work, run.name.text);
    else
      same->second += ", " + run.name.text;
  }
  if (works.size() == 1) return works.front().first;
  return joined(works, "; ", [](const auto& work) { return work.first + " (" + work.second + ")"; });
}

std::string one_each() { return say(" N = 1 training of each run: a single curve says nothing of the spread."); }

std::vector<DrawnRun> drawn_runs(const std::vector<ReportedRun>& runs) {
  std::vector<DrawnRun> drawn;
  for (const ReportedRun& run : runs)
    drawn.push_back({.name = run.name.text,
                     .title = curve_name(run),
                     .spec = &run.run.spec,
                     .log = &run.run.log,
                     .color = {run.color, 0},
                     .marker = all_markers[drawn.size() % all_markers.size()],
                     .key = static_cast<int>(drawn.size()),
                     .diverged = diverged_epoch(run.run.spec, run.run.log) > 0});
  return drawn;
}

void add_charts(ReportSection& section, const std::vector<ReportedRun>& runs, bool any_equal) {
  const std::vector<DrawnRun> drawn = drawn_runs(runs);
  const bool any_diverged = std::ranges::any_of(drawn, &DrawnRun::diverged);
  std::string ends = one_each();
  if (any_equal) ends += say(" The curves of runs with the same result lie on one another.");
  if (any_diverged) ends += say(" Values of a diverged run beyond the axis are marked at its edge.");
  section.parts.emplace_back(
      ReportChart{"runs-loss",
                  say("Training loss, the mean of each tenth of an epoch (solid), and the loss on the test set after "
                      "each epoch (dashed).") +
                      ends,
                  run_loss_chart(drawn)});
  if (Chart chart = run_accuracy_chart(drawn); std::ranges::any_of(runs, [](const ReportedRun& run) {
        return std::ranges::any_of(run.run.log.epochs,
                                   [](const EpochDone& epoch) { return epoch.accuracy_test.has_value(); });
      }))
    section.parts.emplace_back(ReportChart{"runs-accuracy",
                                           say("Share of the training images (solid) and of the test set (dashed) that "
                                               "is predicted correctly; in training, while the weights still change.") +
                                               ends,
                                           std::move(chart)});
  section.parts.emplace_back(
      ReportChart{"runs-time",
                  say("Training time of each epoch, evaluation not counted. N = 1 time a mark; how far the marks of a "
                      "run lie apart is its spread from epoch to epoch."),
                  run_time_chart(drawn, false)});
  if (std::optional<Chart> chart = run_energy_chart(drawn)) {
    std::string caption = say("Joules of the training of each epoch.");
    for (const ReportedRun& run : runs)
      if (const EnergyScope& scope = run.run.log.started.energy; !energy_scope_words(scope.scopes).empty())
        caption += say(" %1: %2, with all that ran there.", curve_name(run), energy_scope_words(scope.scopes));
    const auto is_short = [](const EpochDone& epoch) {
      return epoch.energy && epoch.energy->train_window_s < least_energy_window_s;
    };
    if (std::ranges::any_of(runs,
                            [&](const ReportedRun& run) { return std::ranges::any_of(run.run.log.epochs, is_short); }))
      caption += say(" Epochs shorter than %1 s are uncertain.", significant(least_energy_window_s, 1));
    section.parts.emplace_back(ReportChart{"runs-energy", caption + one_each(), std::move(*chart)});
  }
}

/// Adds the settings that all runs have in common, then those that tell them apart.
void add_settings(ReportSection& section, const std::vector<ReportedRun>& runs) {
  std::vector<std::string> names;
  std::vector<SettingRows> all;
  for (const ReportedRun& run : runs) {
    all.push_back(settings_of(run.run.spec, true));
    for (const auto& [name, value] : all.back())
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  const auto value_in = [](const SettingRows& rows, const std::string& name) {
    const auto found = std::ranges::find(rows, name, [](const auto& row) { return row.first; });
    return found == rows.end() ? std::string("–") : found->second;
  };
  SettingRows same;
  std::vector<std::string> different;
  for (const std::string& name : names) {
    const std::string first = value_in(all.front(), name);
    const bool everywhere = std::ranges::all_of(all, [&](const auto& rows) { return value_in(rows, name) == first; });
    if (everywhere)
      same.emplace_back(name, first);
    else
      different.push_back(name);
  }
  section.parts.emplace_back(
      settings_table(same, say(runs.size() == 1 ? "Settings of the run" : "Settings that all runs have in common")));
  if (different.empty()) return;
  ReportTable table{.caption = say("Settings in which the runs differ"), .shown = {{say("run")}, {}}};
  table.shown.header.insert(table.shown.header.end(), different.begin(), different.end());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    table.shown.rows.push_back({runs[i].name.text});
    for (const std::string& name : different) table.shown.rows.back().push_back(value_in(all[i], name));
  }
  section.parts.emplace_back(std::move(table));
}

void doubt_run(ReportDraft& draft, const ReportedRun& reported, const ListedRun& list) {
  const RunLog& log = reported.run.log;
  const std::string& name = reported.name.text;
  if (!log.ended)
    draft.doubt(name, say(RunLock::held(reported.run.folder) ? "it is still going on; the report has what there was"
                                                             : "it was interrupted and has no end"));
  else if (log.ended->status != RunStatus::done)
    draft.doubt(name, say(log.ended->status == RunStatus::failed ? "it failed after %1" : "it was stopped after %1",
                          count_of(log.ended->epochs_done, "epoch")) +
                          (log.ended->reason.empty() ? "" : ": " + log.ended->reason));
  for (const std::string& warning : log.warnings) draft.doubt(name, warning);
  if (const std::string claims = claims_in_words(reported.run.spec); !claims.empty()) draft.doubt(name, claims);
  if (const int epoch = diverged_epoch(reported.run.spec, log); epoch > 0)
    draft.doubt(name,
                say("its training diverged: in epoch %1 its loss is twice what guessing costs, or no number", epoch));
  if (list.held_against.empty()) return;
  if (list.same_result == Equivalence::differs && has_local_statistics(reported.run.spec, log.started.workers))
    draft.doubt(name, say(local_statistics_words));
  else if (list.same_result == Equivalence::differs)
    draft.doubt(name, say("its losses are not those of %1, though both have the same settings: their times compare "
                          "different trainings",
                          list.held_against));
  else if (list.same_result == Equivalence::within_rounding)
    draft.doubt(name, say("it has the losses of %1 within rounding: %2", list.held_against, list.rounding));
  else if (!list.rounding.empty())
    draft.doubt(name,
                say("whether it computed the same as %1 could not be compared: %2", list.held_against, list.rounding));
  else if (list.same_result == Equivalence::not_compared)
    draft.doubt(name, say("whether it computed the same as %1 could not be compared", list.held_against));
}

void add_readings(ReportSection& section, const std::vector<ReportedRun>& runs) {
  std::vector<std::string> readings;
  for (const ReportedRun& reported : runs) {
    const RunLog& log = reported.run.log;
    const std::string name = capital(reported.name.text) + " (" + configuration_name(reported.run.spec) + ")";
    if (log.epochs.empty()) {
      readings.push_back(say("%1: no epoch was completed.", name));
      continue;
    }
    std::string best_words;
    if (const int best = log.best_epoch(); best > 0)
      best_words = say("; the best test accuracy was %1, after epoch %2",
                       percent(*std::ranges::find(log.epochs, best, &EpochDone::epoch)->accuracy_test, 4), best);
    readings.push_back(say("%1: %2 of training in %3, a median of %4 images/s%5.", name,
                           count_of(log.epochs.back().epoch, "epoch"), duration(log.train_time_s()),
                           significant(log.images_per_s()), best_words));
    for (const std::string& sentence : share_sentences(log))
      readings.push_back(capital(reported.name.text) + ", " + sentence + ".");
    if (log.started.energy == EnergyScope{}) continue;  // of a version that knew no meters
    for (const std::string& sentence : energy_sentences(log))
      readings.push_back(capital(reported.name.text) + ", " + sentence + ".");
  }
  add_reading(section, std::move(readings));
}

}  // namespace

void add_runs_section(ReportDraft& draft, const std::vector<ReportedRun>& runs) {
  if (runs.empty()) return;
  ReportSection section{.title = say(runs.size() == 1 ? "The run" : "The runs"), .parts = {}};
  add_settings(section, runs);
  const std::vector<ListedRun> list = listed(runs);
  ReportTable table = report_table("runs", runs_table(list));
  table.caption =
      runs.size() == 1
          ? say("Training time without evaluation; images/s is the median over the epochs. N = 1 training "
                "of each run: without repeats the spread is not known.")
          : say("Training time without evaluation; images/s is the median over the epochs. N = 1 training "
                "of each run: without repeats the spread is not known, and a small difference between two "
                "times is no result. 'Same result' says whether the losses of all epochs are those of the "
                "run with the same settings whose backend is listed first among those that are done; what "
                "did not run to its end is not compared, unless an epoch differs already. 'Speedup' is that "
                "run's median epoch over its own, with the 95 % interval of their epochs, on one machine.");
  section.parts.emplace_back(std::move(table));
  add_readings(section, runs);

  std::vector<ReportedRun> drawn;
  for (const ReportedRun& run : runs)
    if (!run.run.log.epochs.empty() && drawn.size() < most_overlaid) drawn.push_back(run);
  if (runs.size() > most_overlaid)
    section.parts.emplace_back(
        ReportParagraph{say("The charts show the first %1 runs; the tables have all of them.", most_overlaid)});
  if (!drawn.empty())
    add_charts(section, drawn,
               std::ranges::any_of(list, [](const ListedRun& run) { return run.same_result == Equivalence::equal; }));
  name_work(section, work_of(runs));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunLog& log = runs[i].run.log;
    draft.add_machine(runs[i].name, machine_of_run(runs[i].run.folder));
    doubt_run(draft, runs[i], list[i]);
    if (log.epochs.empty()) continue;
    ReportTable epochs{.name = file_stem_of(runs[i].name.id) + "-epochs",
                       .caption = say("%1, epoch by epoch", capital(runs[i].name.text)),
                       .shown = epochs_table(log, most_epoch_rows),
                       .exact = epochs_table_exact(log)};
    if (epochs.shown.rows.size() < log.epochs.size())
      epochs.caption += say("; %1 of %2, all are in the file", epochs.shown.rows.size(),
                            count_of(static_cast<long long>(log.epochs.size()), "epoch"));
    if (is_another_programs(runs[i].run.spec))
      epochs.caption += say("; the training losses and accuracies are what its program says");
    epochs.caption = with_full_stop(epochs.caption) + " " + say("Trained on %1.", work_of({runs[i]}));
    section.parts.emplace_back(std::move(epochs));
  }
  if (runs.size() == 1)
    draft.doubt(runs.front().name.text,
                say("it was trained once: nothing tells how far a repeat would lie from its time and its accuracy"));
  else
    draft.doubt(say("runs"),
                say("each was trained once: nothing tells how far a repeat would lie from its time and its accuracy"));
  draft.sections.push_back(std::move(section));
}

}  // namespace mlplab
