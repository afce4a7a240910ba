// A sweep: its settings, the table, the charts of its axis, what the program reads in it, the published curve.
#include <algorithm>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/reporting/charts/course_charts.h"
#include "core/reporting/charts/figure_charts.h"
#include "core/reporting/charts/sweep_charts.h"
#include "core/reporting/lab/draft.h"
#include "core/reporting/sweep_report.h"
#include "core/reporting/work_words.h"
#include "core/run/configuration.h"
#include "core/study/figures.h"
#include "core/study/kinds/scaling.h"

namespace mlplab {
namespace {

/// Every chart and table of a sweep says it: what it is held against, how many runs, what the spread is.
std::string measured_words(const SweepAnalysis& analysis) {
  return measured_words(baseline_words(analysis), counts_of(cells_of(analysis)), RunsOf::point);
}

/// A published curve of the sweep's own backend.
struct PublishedMatch {
  const PublishedStudy* study = nullptr;
  const PublishedCurve* curve = nullptr;
  std::vector<SpeedupPoint> points;
};

std::vector<PublishedMatch> published_matches(const ReportDraft& draft, const SweepAnalysis& analysis) {
  std::vector<PublishedMatch> matches;
  // A curve of one training: not where the batch grows with the workers.
  if (analysis.spec.axis != SweepAxis::workers || batch_of_each(analysis.spec) > 0 || analysis.spec.across)
    return matches;
  for (const PublishedStudy& study : draft.studies)
    for (const PublishedCurve& curve : study.scaling)
      for (const PublishedImplementation& theirs : study.implementations)
        if (theirs.name == curve.of && theirs.backend == configuration_name(analysis.spec.base))
          matches.push_back({&study, &curve, speedups(curve.points, 1)});
  return matches;
}

/// Why the accuracies differ, or might.
std::string accuracy_words(const SweepAnalysis& analysis) {
  return !analysis.each_over_seeds.empty()
             ? say(" Marks: the mean over the seeds of a value; bars: their lowest and highest.")
         : analysis.spec.axis == SweepAxis::seed
             ? say(" One mark per seed: they differ by chance alone.")
             : say(" All runs have the same seed: from weights of another seed the accuracy would be another.");
}

/// Lines that are not of what was measured here, in words.
std::string lines_in_words(const Chart& chart, const std::vector<PublishedMatch>& published) {
  std::string text;
  const auto is_law = [](const ChartSeries& series) {
    return series.role == ChartSeries::Role::computed && series.line == LineStyle::dotted;
  };
  if (std::ranges::any_of(chart.lines, is_law)) text += say(" Dotted: the fitted law.");
  const auto is_published = [](const ChartSeries& series) {
    return series.role == ChartSeries::Role::measured && series.line == LineStyle::dashed;
  };
  if (std::ranges::none_of(chart.lines, is_published)) return text;
  for (const PublishedMatch& match : published)
    text += say(" Dashed: %1, one run per point, against its own single worker, on %2.", match.study->label,
                say(match.study->machine_short));
  return text;
}

void add_charts(ReportSection& section, const std::string& stem, const SweepAnalysis& analysis,
                const std::vector<PublishedMatch>& published) {
  const std::vector<Cell> cells = cells_of(analysis);
  const std::string repeats = repeats_words(counts_of(cells), RunsOf::point);
  SweepExtras extras;
  for (const PublishedMatch& match : published) extras.published.push_back(overlay_of(*match.study, *match.curve));
  std::vector<Chart> charts = sweep_charts(analysis, extras);
  std::size_t next = 0;
  for (const Figure* figure : chart_figures(analysis)) {
    ReportChart chart{stem + "-" + figure->id, figure_caption(*figure, cells), std::move(charts[next++])};
    if (!any_known(*figure, cells)) continue;
    if (figure == &figures::accuracy && !analysis.each_over_seeds.empty()) {
      chart.caption += accuracy_words(analysis);
      section.parts.emplace_back(std::move(chart));
      continue;
    }
    chart.caption += any_spread(*figure, cells) ? measured_words(analysis)
                                                : say("Baseline: %1. %2, medians.", baseline_words(analysis), repeats);
    if (figure == &figures::accuracy) chart.caption += accuracy_words(analysis);
    if (analysis.spec.axis == SweepAxis::workers) chart.caption += lines_in_words(chart.chart, published);
    section.parts.emplace_back(std::move(chart));
  }
  for (; next < charts.size(); ++next) {
    const std::string& id = charts[next].id;
    const std::string caption =
        id == "phases" ? say("Phases of a whole run. %1, medians of each phase.", repeats)
        : id == "step" ? say("Parts of a profiled step. %1, means.", repeats)
                       : course_caption(charts[next],
                                        say("of the first run of each value, warm-up epochs first (N = 1 curve each)"));
    section.parts.emplace_back(ReportChart{stem + "-" + charts[next].id, caption, std::move(charts[next])});
  }
}

/// The published speedups beside one's own: ratios, because the seconds are another machine's.
void add_published_table(ReportSection& section, const std::string& stem, const SweepAnalysis& analysis,
                         const PublishedMatch& match, std::size_t number) {
  TableInTwoForms both;
  const std::string theirs = match.study->label + ": ";
  std::vector<int> workers;
  for (const SweepPoint& point : analysis.points)
    if (point.workers > 0) workers.push_back(point.workers);
  for (const SpeedupPoint& point : match.points) workers.push_back(point.workers);
  std::ranges::sort(workers);
  workers.erase(std::ranges::unique(workers).begin(), workers.end());
  for (const int count : workers) {
    const auto own = std::ranges::find(analysis.points, count, &SweepPoint::workers);
    const auto other = std::ranges::find(match.points, count, &SpeedupPoint::workers);
    const bool here = own != analysis.points.end(), there = other != match.points.end();
    both.begin_row();
    both.add(say("workers"), "workers", std::to_string(count));
    both.number(say("speedup"), "speedup", here ? own->speed.value : not_known);
    both.number(say("efficiency"), "efficiency", here ? own->efficiency.value : not_known);
    both.number(theirs + say("speedup"), "published_speedup", there ? other->speedup : not_known);
    both.number(theirs + say("efficiency"), "published_efficiency", there ? other->efficiency : not_known);
  }
  ReportTable table =
      report_table(stem + "-published" + (number > 0 ? "-" + std::to_string(number + 1) : ""), std::move(both));
  table.caption =
      say("The published speedup beside the one measured here. Here: baseline %1, %2. There: %3, baseline 1 worker, "
          "one run "
          "of each point, on: %4. %5, %6. %7",
          baseline_words(analysis), repeats_words(counts_of(cells_of(analysis)), RunsOf::point), say(match.curve->name),
          say(match.study->machine), match.study->title, match.study->publisher, say(match.study->about));
  section.parts.emplace_back(std::move(table));
  add_published_doubts(section, *match.study, {PublishedPart::scaling});
}

void doubt_sweep(ReportDraft& draft, const std::string& name, const SweepAnalysis& analysis) {
  for (const std::string& warning : analysis.warnings) draft.doubt(name, warning);
  const std::vector<Cell> cells = cells_of(analysis);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const SweepPoint& point = analysis.points[i];
    const std::string of = name + ", " + point_words(analysis, point);
    for (const std::string& warning : point.warnings) draft.doubt(of, warning);
    if (!point.failure.empty()) draft.doubt(of, point.failure);
    if (point.runs.empty()) {
      if (point.failure.empty()) draft.doubt(of, say("it was not measured"));
      continue;
    }
    draft.doubt_cell(of, cells[i]);
    if (point.not_verified)
      draft.doubt(of, say("the times that its program tells or its weights are not verified: it has no speed"));
    if (point.losses == Equivalence::not_compared)
      draft.doubt(of, say("whether it is the same training could not be compared"));
    if (point.oversubscribed) draft.doubt(of, say("it had more threads than cores, and is in no fit"));
  }
}

}  // namespace

void add_sweep_section(ReportDraft& draft, const EntryName& name, const SweepAnalysis& analysis) {
  const std::string stem = file_stem_of(name.id), axis = in_words(analysis.spec.axis);
  const bool workers = analysis.spec.axis == SweepAxis::workers, weak = analysis.spec.scaling == Scaling::weak;
  ReportSection section{.title = say("%1: over %2", capital(name.text), axes_in_words(analysis.spec)), .parts = {}};
  SettingRows settings = settings_of(analysis.spec.base, true);
  settings.insert(settings.begin(), {{say("varied"), axis + ": " + in_one_line(analysis.spec.values)},
                                     {say("runs of each value"), std::to_string(analysis.spec.repeats)},
                                     {say("warm-up epochs, not timed"), std::to_string(analysis.spec.warmup_epochs)}});
  const std::string second = analysis.spec.across ? in_words(analysis.spec.across->axis) : std::string();
  if (analysis.spec.across)
    settings.insert(settings.begin() + 1,
                    {say("varied too"), second + ": " + in_one_line(analysis.spec.across->values)});
  if (workers) settings.insert(settings.begin() + 1, {say("scaling"), say(weak ? "weak" : "strong")});
  if (weak && analysis.spec.base.batch_per_rank == 0 && !varies(analysis.spec, SweepAxis::batch))
    settings.emplace_back(say("batch of each worker"), std::to_string(analysis.spec.base.batch));
  // The one that is varied has no single value.
  std::erase_if(settings, [&](const auto& row) {
    return row.first == axis || row.first == second || (workers && row.first == say("workers asked for")) ||
           (batch_of_each(analysis.spec) > 0 && row.first == say("batch"));
  });
  section.parts.emplace_back(settings_table(settings, say("Settings of %1", name.text)));
  ReportTable table = report_table(stem, sweep_table(analysis));
  table.caption = say(weak ? "Medians in s per step; in brackets the 95 % interval. %1"
                           : "Medians in s per epoch; in brackets the 95 % interval. %1",
                      measured_words(analysis));
  section.parts.emplace_back(std::move(table));
  add_reading(section, sweep_notes(analysis));
  const std::vector<PublishedMatch> published = published_matches(draft, analysis);
  add_charts(section, stem, analysis, published);
  name_work(section, sweep_work(analysis, image_count(images_of(analysis))));
  for (std::size_t i = 0; i < published.size(); ++i) add_published_table(section, stem, analysis, published[i], i);
  draft.add_machine(name, machine_of_study(analysis.machine));
  doubt_sweep(draft, name.text, analysis);
  draft.sections.push_back(std::move(section));
}

}  // namespace mlplab
