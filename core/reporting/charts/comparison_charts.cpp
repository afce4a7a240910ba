// A row's colour and marker are its backend's, as everywhere.
#include "core/reporting/charts/comparison_charts.h"

#include <algorithm>
#include <cmath>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/reporting/charts/course_charts.h"
#include "core/reporting/charts/figure_charts.h"
#include "core/reporting/charts/looks.h"
#include "core/reporting/charts/sweep_charts.h"
#include "core/reporting/comparison_report.h"
#include "core/reporting/sweep_report.h"
#include "core/reporting/work_words.h"
#include "core/run/configuration.h"
#include "core/study/comparison/ladder.h"
#include "core/study/figures.h"
#include "core/study/kinds/comparison.h"
#include "core/study/kinds/scaling.h"

namespace mlplab {

namespace {

/// `runs`: of which a value is, where there are several; '%1' is their number.
std::string caption_of(const Comparison& comparison, const char* runs, const std::optional<PublishedStudy>& published) {
  const RunSpec& base = comparison.spec.base;
  std::string caption =
      caption_begin + say("%1, %2, batch %3, lr %4, seed %5; training time without evaluation", base.model.name(),
                          work_in_words(title_of(base.data), image_count(images_of(comparison)), base.epochs),
                          base.batch, exact(base.optimizer.learning_rate), base.seed);
  std::size_t most = 0;
  for (const ComparisonRow& row : comparison.rows) most = std::max(most, row.runs.size());
  if (most > 1) caption += say(runs, most);
  if (published) caption += published_caption(published->label, say(published->machine));
  return caption;
}
constexpr const char* median_runs = to_say("; median of up to %1 runs, bars: 95 % interval");
constexpr const char* all_runs = to_say("; mean of up to %1 runs");
constexpr const char* one_run = to_say("; of up to %1 runs the one with the median time");

Chart bar_chart(const Comparison& comparison, const Figure& figure, const std::vector<Cell>& cells,
                const std::optional<PublishedStudy>& published) {
  Chart chart = figure_chart(figure, cells, configuration_title(comparison.spec.baseline));
  chart.caption = caption_of(comparison, median_runs, published) + chart.caption;
  chart.x.title = say("implementation");
  add_cell_bars(chart, figure, cells);
  return chart;
}

}  // namespace

std::string comparison_caption(const Comparison& comparison) { return caption_of(comparison, one_run, {}); }

Chart comparison_times_chart(const Comparison& comparison, bool logarithmic,
                             const std::optional<PublishedStudy>& published) {
  std::vector<const ComparisonRow*> rows;
  std::vector<Cell> cells;
  for (const ComparisonRow& row : comparison.rows) {
    // A backend that cannot run here keeps its published figure.
    if (!row.available && !(published && published_time_s(&*published, comparison, row.backend))) continue;
    rows.push_back(&row);  // also those that are still to come: their names keep their places
    cells.push_back(cell_of(row));
  }
  Chart chart = bar_chart(comparison, figures::training_time, cells, published);
  const double per_second = shown_unit(figures::training_time, cells).scale;
  chart.y.logarithmic = logarithmic && any_known(figures::training_time, cells);
  if (chart.y.logarithmic) chart.y.min.reset();
  if (!published) return chart;
  if (const std::string gap = published_gap(*published, comparison); !gap.empty()) {
    chart.caption += say("; its times not shown: %1", gap);
    return chart;
  }
  // Scaled to the images and epochs that were trained here.
  ChartSeries marks{.name = say("%1 (%2), for %3 images × %4", published->label, say(published->machine_short),
                                image_count(images_of(comparison)), count_of(comparison.spec.base.epochs, "epoch")),
                    .line = LineStyle::none,
                    .marker = Marker::diamond};
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const std::optional<double> time_s = published_time_s(&*published, comparison, rows[i]->backend))
      marks.add(static_cast<double>(i), per_second * *time_s);
  if (!marks.x.empty()) chart.lines.push_back(marks);
  return chart;
}

Chart comparison_figure_chart(const Comparison& comparison, const Figure& figure) {
  std::vector<Cell> cells = cells_of(comparison);
  std::erase_if(cells, [&](const Cell& cell) { return !figure.of(cell).known(); });
  return bar_chart(comparison, figure, cells, {});
}

std::optional<Chart> ladder_chart(const Comparison& comparison) {
  const std::vector<Rung> rungs = ladder_of(comparison);
  if (rungs.empty()) return std::nullopt;
  Chart chart{.id = "ladder", .title = say("Where the speed comes from")};
  chart.unit = say("each over the one before");
  chart.caption = caption_of(comparison, median_runs, {});
  chart.x.title = say("implementation");
  chart.y = {.title = say("factor"), .unit = "×", .logarithmic = true};
  std::vector<Cell> cells;
  for (auto rung = rungs.begin() + 1; rung != rungs.end(); ++rung)  // the first has no factor
    cells.push_back(
        {.name = rung->row->backend, .label = say(rung->row->title), .speed = {*rung->factor, rung->interval}});
  add_cell_bars(chart, figures::relative_speed, cells);
  // Below it a rung is slower than the one before.
  chart.lines.push_back({.name = say("as fast as the one before"),
                         .line = LineStyle::dashed,
                         .x = {-0.5, static_cast<double>(cells.size()) - 0.5},
                         .y = {1.0, 1.0},
                         .role = ChartSeries::Role::computed});
  return chart;
}

std::vector<Chart> course_charts(const Comparison& comparison) {
  std::vector<Course> courses;
  for (const ComparisonRow& row : comparison.rows) {
    const BackendLook look = look_of_backend(row.backend);
    courses.push_back({say(row.title), look.color, look.marker, &row.log});
  }
  std::vector<Chart> charts = course_charts(courses, comparison.spec.base.epochs);
  for (Chart& chart : charts) chart.caption = caption_of(comparison, one_run, {});
  const std::vector<Cell> cells = cells_of(comparison);
  if (std::ranges::none_of(cells, [](const Cell& cell) { return cell.counted > 0; })) charts.resize(1);
  for (Chart& stack : stacked_charts(cells)) {
    stack.x.title = say("implementation");
    stack.caption = caption_of(comparison, stack.id == "step" ? all_runs : one_run, {});
    charts.push_back(std::move(stack));
  }
  return charts;
}

std::vector<Chart> comparison_charts(const Comparison& comparison, bool logarithmic,
                                     const std::optional<PublishedStudy>& published) {
  std::vector<Chart> charts = course_charts(comparison);
  charts.insert(charts.begin(), comparison_times_chart(comparison, logarithmic, published));
  if (std::optional<Chart> ladder = ladder_chart(comparison)) charts.push_back(std::move(*ladder));
  for (const Figure* figure : chart_figures(comparison))
    if (figure != &figures::training_time && figure != &figures::relative_speed)
      charts.push_back(comparison_figure_chart(comparison, *figure));
  return charts;
}

Chart workers_chart(const std::vector<std::shared_ptr<const SweepAnalysis>>& sweeps,
                    const std::optional<PublishedStudy>& published, const Figure& figure) {
  Chart chart = figure_chart(figure, {}, say("one worker of the same kind"));
  chart.x.title = say("workers");
  chart.x.integers = true;
  chart.x.min = 1.0;
  double last = 2.0;
  for (const auto& sweep : sweeps) {
    const BackendLook look = look_of_backend(configuration_name(sweep->spec.base));
    ChartSeries within{.name = configuration_title(sweep->spec.base), .color = look.color, .marker = look.marker};
    ChartSeries beyond = within;  // more workers than cores
    beyond.name += say(", past the cores");
    beyond.line = LineStyle::dotted;
    beyond.in_legend = false;
    const std::vector<Cell> cells = cells_of(*sweep);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Measured measured = figure.of(cells[i]);
      if (cells[i].workers < 1 || !measured.known()) continue;
      const bool oversubscribed = sweep->points[i].oversubscribed;
      ChartSeries& series = oversubscribed ? beyond : within;
      if (oversubscribed && series.x.empty() && !within.x.empty()) {  // joined to the last of the others
        add_value(series, within.x.back(), {within.y.back()}, 1.0);
        series.joined = 1;
      }
      add_value(series, cells[i].workers, measured, figure.scale);
      last = std::max<double>(last, cells[i].workers);
    }
    if (!within.x.empty()) chart.lines.push_back(within);
    if (!beyond.x.empty()) chart.lines.push_back(beyond);
    if (chart.caption.empty()) {
      chart.caption =
          caption_begin +
          say("%1, %2, batch %3, median of %4 repeats, bars: 95 % interval", sweep->spec.base.model.name(),
              sweep_work(*sweep, image_count(images_of(*sweep))), sweep->spec.base.batch, sweep->spec.repeats) +
          " · " + sweep->machine.cpu + ", " + sweep->machine.cores_in_words();
    }
  }
  if (published) {
    for (const PublishedCurve& curve : published->scaling) {
      const bool first = &curve == &published->scaling.front();
      ChartSeries series = curve_of(overlay_of(*published, curve), figure);
      series.color = {first ? 5 : 2, 0};
      series.marker = first ? Marker::square : Marker::triangle;
      for (const double workers : series.x) last = std::max(last, workers);
      chart.lines.push_back(std::move(series));
    }
    chart.caption += published_caption(published->label, say(published->machine));
  }
  chart.x.max = last;
  chart.lines.push_back({.name = say("ideal"),
                         .line = LineStyle::dashed,
                         .x = {1.0, last},
                         .y = &figure == &figures::efficiency ? std::vector{100.0, 100.0} : std::vector{1.0, last},
                         .role = ChartSeries::Role::computed});
  return chart;
}

}  // namespace mlplab
