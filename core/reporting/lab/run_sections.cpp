// Runs: what they were, each in a line, their curves over one another, their epochs.
#include <algorithm>
#include <cmath>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/experiments/rounding.h"
#include "core/experiments/same_start.h"
#include "core/launch/processes/share_words.h"
#include "core/launch/processes/transport.h"
#include "core/reporting/energy_report.h"
#include "core/reporting/lab/draft.h"
#include "core/reporting/run_report.h"
#include "core/reporting/work_words.h"
#include "core/run/claims.h"
#include "core/run/configuration.h"
#include "core/run/run_lock.h"

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

template <class Value>
PlotCurve epochs_curve(const std::string& name, int color, PlotStyle style, const RunLog& log, Value value) {
  PlotCurve curve{.name = name, .color = color, .style = style};
  for (const EpochDone& epoch : log.epochs) {
    const std::optional<double> y = value(epoch);
    if (!y) continue;
    curve.x.push_back(epoch.epoch);
    curve.y.push_back(*y);
  }
  return curve;
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
  std::string text;
  for (const auto& [work, names] : works) text += (text.empty() ? "" : "; ") + work + " (" + names + ")";
  return text;
}

PlotAxis epoch_axis() { return {.title = say("epoch"), .whole = true}; }

std::string one_each() { return say(" N = 1 training of each run: a single curve says nothing of the spread."); }

ReportChart run_loss_chart(const std::vector<ReportedRun>& runs, const std::string& unit) {
  ReportChart chart{
      .name = "runs-loss",
      .caption =
          say("Mean training loss of each epoch (solid) and the loss on the test set after it (dashed).") + one_each()};
  chart.plot = {.title = say("Loss"), .x = epoch_axis(), .y = {.title = say("loss"), .unit = unit, .min = 0.0}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunLog& log = runs[i].run.log;
    const int color = runs[i].color;
    chart.plot.curves.push_back(epochs_curve(say("%1: training", curve_name(runs[i])), color, PlotStyle::measured, log,
                                             [](const EpochDone& e) { return std::optional(e.loss_train); }));
    PlotCurve test = epochs_curve(say("%1: test", curve_name(runs[i])), color, PlotStyle::measured_dashed, log,
                                  [](const EpochDone& e) { return e.loss_test; });
    if (!test.x.empty()) chart.plot.curves.push_back(std::move(test));
  }
  return chart;
}

ReportChart run_accuracy_chart(const std::vector<ReportedRun>& runs) {
  ReportChart chart{.name = "runs-accuracy",
                    .caption = say("Share of the test set that is answered correctly after each epoch.") + one_each()};
  chart.plot = {.title = say("Test accuracy"), .x = epoch_axis(), .y = {.title = say("accuracy"), .unit = "%"}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    PlotCurve curve = epochs_curve(
        curve_name(runs[i]), runs[i].color, PlotStyle::measured, runs[i].run.log,
        [](const EpochDone& e) { return e.accuracy_test ? std::optional(100.0 * *e.accuracy_test) : std::nullopt; });
    if (!curve.x.empty()) chart.plot.curves.push_back(std::move(curve));
  }
  return chart;
}

ReportChart run_time_chart(const std::vector<ReportedRun>& runs) {
  double longest = 0.0;
  for (const ReportedRun& run : runs)
    for (const EpochDone& epoch : run.run.log.epochs) longest = std::max(longest, epoch.epoch_time_s);
  const UnitOfTime unit = unit_of_time(longest);
  ReportChart chart{
      .name = "runs-time",
      .caption = say("Training time of each epoch, evaluation not counted. N = 1 time a mark; how far the "
                     "marks of a run lie apart is its spread from epoch to epoch.")};
  chart.plot = {.title = say("Time per epoch"),
                .x = epoch_axis(),
                .y = {.title = say("time per epoch"), .unit = unit.name, .min = 0.0}};
  for (std::size_t i = 0; i < runs.size(); ++i)
    chart.plot.curves.push_back(
        epochs_curve(curve_name(runs[i]), runs[i].color, PlotStyle::measured, runs[i].run.log,
                     [&](const EpochDone& e) { return std::optional(unit.per_second * e.epoch_time_s); }));
  return chart;
}

/// Without curves where no run's joules are known.
ReportChart run_energy_chart(const std::vector<ReportedRun>& runs) {
  ReportChart chart{.name = "runs-energy", .caption = say("Joules of the training of each epoch.")};
  chart.plot = {
      .title = say("Energy"), .x = epoch_axis(), .y = {.title = say("energy of an epoch"), .unit = "J", .min = 0.0}};
  bool uncertain = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunLog& log = runs[i].run.log;
    PlotCurve curve = epochs_curve(curve_name(runs[i]), runs[i].color, PlotStyle::measured, log,
                                   [&](const EpochDone& e) { return epoch_joules(e, log.started.energy); });
    if (curve.x.empty()) continue;
    for (const EpochDone& epoch : log.epochs)
      uncertain = uncertain || (epoch.energy && epoch.energy->train_window_s < least_energy_window_s);
    chart.caption +=
        say(" %1: %2, with all that ran there.", curve.name, energy_scope_words(log.started.energy.scopes));
    chart.plot.curves.push_back(std::move(curve));
  }
  if (uncertain)
    chart.caption += say(" Epochs shorter than %1 s are uncertain.", significant(least_energy_window_s, 1));
  chart.caption += one_each();
  return chart;
}

std::string unit_of_losses(const std::vector<ReportedRun>& runs) {
  const bool entropy = std::ranges::all_of(
      runs, [](const ReportedRun& run) { return run.run.spec.model.loss == Loss::softmax_cross_entropy; });
  return entropy ? "nats" : "";
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

/// Beside a diverged run the others would be a line on the ground. True where the axis ends with the others.
bool leave_out_diverged(Plot& plot, const std::vector<ReportedRun>& runs) {
  double highest = 0.0;
  bool any = false;
  for (const ReportedRun& run : runs) {
    const bool bad = diverged_epoch(run.run.spec, run.run.log) > 0;
    any = any || bad;
    for (const EpochDone& epoch : run.run.log.epochs)
      if (!bad) highest = std::max({highest, epoch.loss_train, epoch.loss_test.value_or(0.0)});
  }
  if (!any || highest <= 0.0) return false;
  plot.y.max = 1.1 * highest;
  return true;
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
  ReportTable table{.name = "runs", .shown = runs_table(list), .exact = runs_table_exact(list)};
  table.caption = runs.size() == 1
                      ? say("Training time without evaluation; images/s is the median over the epochs. N = 1 training "
                            "of each run: without repeats the spread is not known.")
                      : say("Training time without evaluation; images/s is the median over the epochs. N = 1 training "
                            "of each run: without repeats the spread is not known, and a small difference between two "
                            "times is no result. 'Same result' says whether the losses of all epochs are those of the "
                            "run with the same settings whose backend is listed first among those that are done; what "
                            "did not run to its end is not compared, unless an epoch differs already.");
  section.parts.emplace_back(std::move(table));
  add_readings(section, runs);

  std::vector<ReportedRun> drawn;
  for (const ReportedRun& run : runs)
    if (!run.run.log.epochs.empty() && drawn.size() < most_overlaid) drawn.push_back(run);
  if (runs.size() > most_overlaid)
    section.parts.emplace_back(
        ReportParagraph{say("The charts show the first %1 runs; the tables have all of them.", most_overlaid)});
  if (!drawn.empty()) {
    const bool equal =
        std::ranges::any_of(list, [](const ListedRun& run) { return run.same_result == Equivalence::equal; });
    const std::string on_another = equal ? say(" The curves of runs with the same result lie on one another.") : "";
    ReportChart loss = run_loss_chart(drawn, unit_of_losses(drawn));
    loss.caption += on_another;
    if (leave_out_diverged(loss.plot, drawn))
      loss.caption += say(" What a diverged run has beyond the axis is not drawn.");
    section.parts.emplace_back(std::move(loss));
    if (ReportChart accuracy = run_accuracy_chart(drawn); !accuracy.plot.curves.empty()) {
      accuracy.caption += on_another;
      section.parts.emplace_back(std::move(accuracy));
    }
    section.parts.emplace_back(run_time_chart(drawn));
    if (ReportChart energy = run_energy_chart(drawn); !energy.plot.curves.empty())
      section.parts.emplace_back(std::move(energy));
  }
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
