// A comparison: settings, the table, times and losses drawn, the program's reading, the published study beside it.
#include <algorithm>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/launch/processes/transport.h"
#include "core/reporting/charts/comparison_charts.h"
#include "core/reporting/charts/course_charts.h"
#include "core/reporting/charts/figure_charts.h"
#include "core/reporting/comparison_report.h"
#include "core/reporting/lab/draft.h"
#include "core/reporting/work_words.h"
#include "core/study/comparison/comparison_reading.h"
#include "core/study/kinds/comparison.h"

namespace mlplab {
namespace {

std::string rounds_words(const Comparison& comparison) {
  return measured_words(comparison.spec.baseline, counts_of(cells_of(comparison)), RunsOf::implementation);
}

void add_charts(ReportSection& section, const std::string& stem, const Comparison& comparison) {
  const std::vector<Cell> cells = cells_of(comparison);
  for (const Figure* figure : chart_figures(comparison))
    section.parts.emplace_back(ReportChart{stem + "-" + figure->id,
                                           figure_caption(*figure, cells) + rounds_words(comparison),
                                           comparison_figure_chart(comparison, *figure)});
  if (std::optional<Chart> ladder = ladder_chart(comparison))
    section.parts.emplace_back(ReportChart{
        stem + "-ladder-factors",
        say("The factor of each rung of the ladder over the one before it, bars: 95 % interval."), std::move(*ladder)});
  for (Chart& chart : course_charts(comparison)) {
    std::string caption =
        chart.id == "phases"
            ? say("Training and evaluations of the run with the median time of each implementation. What it took "
                  "beside them was not timed.")
        : chart.id == "step"
            ? say("Parts of a profiled step, means of all runs of each implementation.")
            : course_caption(chart, say("of the run with the median time of each implementation (N = 1 curve each)"));
    if (chart.id == "loss")
      caption += " " + say("All begin with the same weights and see the same examples in the same order, so that the "
                           "curves should lie on one another.");
    section.parts.emplace_back(ReportChart{stem + "-" + chart.id, caption, std::move(chart)});
  }
}

/// The common baseline of both: the comparison's own where it was published, else the first that both have.
const PublishedImplementation* common_baseline(const Comparison& comparison, const PublishedStudy& study) {
  if (const PublishedImplementation* theirs = published_for(study, comparison.spec.baseline);
      theirs != nullptr && done_row(comparison, theirs->backend) != nullptr)
    return theirs;
  for (const PublishedImplementation& theirs : study.implementations)
    if (!theirs.backend.empty() && done_row(comparison, theirs.backend) != nullptr) return &theirs;
  return nullptr;
}

/// 'MNIST, 60000 images, 10 epochs, 784-256-10'
std::string training_words(int epochs, std::int64_t images, const std::vector<int>& widths, const std::string& data) {
  return work_in_words(data, image_count(images), epochs) + ", " + text_of_widths(widths);
}

/// The published implementations with one's own beside them; ratios, because the machines differ.
void add_published_rows(ReportSection& section, const std::string& stem, const Comparison& comparison,
                        const PublishedStudy& study) {
  const PublishedImplementation* base = common_baseline(comparison, study);
  if (base == nullptr) return;
  const ComparisonRow& own_base = *done_row(comparison, base->backend);
  TableInTwoForms both;
  const std::string theirs_title = study.label + ": ";
  const auto add_accuracy = [&](const std::string& title, const std::string& name, double accuracy) {
    both.number(title, name, accuracy, percent(accuracy, 4));
  };
  const auto add_speed = [&](const std::string& title, const std::string& name, double speed) {
    both.number(title, name, speed, significant(speed) + "×");
  };
  for (const PublishedImplementation& theirs : study.implementations) {
    const ComparisonRow* own = theirs.backend.empty() ? nullptr : done_row(comparison, theirs.backend);
    const bool verified = own != nullptr && own_base.verified() && own->verified();
    both.begin_row();
    both.add(say("published as"), "published_as", say(theirs.name), theirs.name);
    both.add(say("here"), "backend", own == nullptr ? say("not trained") : own->backend,
             own == nullptr ? "" : own->backend);
    both.number(theirs_title + say("training s"), "published_s", theirs.total_s);
    add_speed(theirs_title + say("relative speed"), "published_relative_speed", base->total_s / theirs.total_s);
    add_accuracy(theirs_title + say("accuracy"), "published_accuracy", theirs.accuracy.value_or(not_known));
    both.number(say("training s"), "train_time_s", own == nullptr ? not_known : own->time_s.value);
    add_speed(say("relative speed"), "relative_speed",
              verified ? own_base.time_s.value / own->time_s.value : not_known);
    add_accuracy(say("accuracy"), "accuracy_test", own == nullptr ? not_known : own->accuracy_test.value);
  }
  ReportTable table = report_table(stem + "-published-" + file_stem_of(study.id), std::move(both));
  table.caption = say(
      "The published study beside what was measured here. Relative speeds have %1 there and %2 here as their baseline. "
      "There: %3, one run each, on: %4. Here: %5. %6, %7. %8",
      say(base->name), own_base.backend, training_words(study.epochs, study.images, study.network, study.dataset),
      say(study.machine),
      training_words(comparison.spec.base.epochs, images_of(comparison), comparison.spec.base.model.widths(),
                     title_of(comparison.spec.base.data)),
      study.title, study.publisher, say(study.about));
  section.parts.emplace_back(std::move(table));
  add_published_doubts(section, study, {PublishedPart::implementations});
}

void doubt_row(ReportDraft& draft, const std::string& name, const Comparison& comparison, const ComparisonRow& row) {
  const std::string of = name + ", " + row.backend;
  if (!row.available) return draft.doubt(of, say("it is not available, and was not trained: %1", row.reason));
  if (!row.done())
    return draft.doubt(of, row.reason.empty() ? say("it has no result") : say("it has no result: %1", row.reason));
  if (!row.incomplete.empty())
    draft.doubt(name, rests_words(row.backend, row.runs.size(), comparison.spec.repeats, row.incomplete));
  draft.doubt_cell(of, cell_of(row));
  if (row.equivalent == Equivalence::differs && has_local_statistics(row.log.started.spec, row.log.started.workers))
    draft.doubt(of, say(local_statistics_words));
  else if (row.equivalent == Equivalence::differs)
    draft.doubt(of, say("its losses are not those of the sequential one, so that its time says nothing"));
  if (!row.verified())
    draft.doubt(of, say("the times that its program tells or its weights are not verified: it is not ranked"));
  if (!row.rounding.empty())
    draft.doubt(of, row.rounding);
  else if (row.equivalent == Equivalence::not_compared)
    draft.doubt(of, say("whether it computes the same as the sequential one could not be compared"));
  for (const std::string& warning : warnings_of(row)) draft.doubt(of, warning);
}

}  // namespace

void add_comparison_section(ReportDraft& draft, const EntryName& name, const Comparison& comparison) {
  const std::string stem = file_stem_of(name.id);
  ReportSection section{.title = say("%1: implementations", capital(name.text)), .parts = {}};
  SettingRows settings = settings_of(comparison.spec.base, false);
  std::string backends;
  for (const ComparisonRow& row : comparison.rows)
    if (row.available) backends += (backends.empty() ? "" : ", ") + row.backend;
  settings.insert(settings.begin(), {{say("implementations"), backends},
                                     {say("rounds"), std::to_string(comparison.spec.repeats)},
                                     {say("accuracy of 'time to'"), exact(comparison.spec.target_accuracy)}});
  section.parts.emplace_back(settings_table(settings, say("Settings of %1", name.text)));
  ReportTable table = report_table(stem, comparison_table(comparison));
  table.caption = say(
      "Every implementation from the same weights and over the same order of examples. %1 'Same result' says whether "
      "all losses are those of the sequential one.",
      rounds_words(comparison));
  section.parts.emplace_back(std::move(table));
  if (TableInTwoForms ladder = ladder_table(comparison); !ladder.shown.rows.empty()) {
    ReportTable steps = report_table(stem + "-ladder", std::move(ladder));
    steps.caption = say(
        "Where the speed comes from: each implementation does one thing more than the one above it, and its factor is "
        "the ratio of the two median times, so that the factors multiply to the last number of 'in all'.");
    section.parts.emplace_back(std::move(steps));
  }
  std::vector<std::string> reading = read_comparison(comparison);
  for (std::string& note : comparison_energy_notes(comparison)) reading.push_back(std::move(note));
  add_reading(section, std::move(reading));
  if (std::ranges::any_of(comparison.rows, &ComparisonRow::done)) add_charts(section, stem, comparison);
  const RunSpec& base = comparison.spec.base;
  name_work(section, work_in_words(title_of(base.data), image_count(images_of(comparison)), base.epochs));
  for (const PublishedStudy& study : draft.studies) add_published_rows(section, stem, comparison, study);
  draft.add_machine(name, machine_of_study(comparison.machine));
  for (const std::string& sentence : in_words(comparison.noise_before))
    draft.doubt(name.text, say("before the first run, %1", sentence));
  if (const std::string verdict = noise_verdict(comparison); !verdict.empty()) draft.doubt(name.text, verdict);
  for (const ComparisonRow& row : comparison.rows) doubt_row(draft, name.text, comparison, row);
  draft.sections.push_back(std::move(section));
}

}  // namespace mlplab
