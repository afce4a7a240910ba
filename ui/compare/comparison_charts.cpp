// A row's colour and marker are its backend's, as everywhere.
#include "ui/compare/comparison_charts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/reporting/comparison_report.h"
#include "core/run/configuration.h"
#include "core/study/figures.h"
#include "core/study/kinds/comparison.h"
#include "core/study/kinds/scaling.h"
#include "ui/runs/figure_charts.h"
#include "ui/runs/run.h"
#include "ui/runs/run_charts.h"
#include "ui/runs/sweep_session.h"

namespace mlplab {

namespace {

/// Where the words of this file are translated (lupdate sees them).
struct ComparisonChartsText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::ComparisonCharts)
};

QString caption_of(const Comparison& comparison, const std::optional<PublishedStudy>& published) {
  const RunSpec& base = comparison.spec.base;
  QString caption =
      ComparisonChartsText::tr("MLP Lab · %1, %2, batch %3, lr %4, seed %5; training time without evaluation")
          .arg(QString::fromStdString(base.model.name()),
               work_words(title_of(base.data), images_of(comparison), base.epochs), QString::number(base.batch),
               QString::number(base.optimizer.learning_rate), QString::number(base.seed));
  std::size_t runs = 0;
  for (const ComparisonRow& row : comparison.rows) runs = std::max(runs, row.runs.size());
  if (runs > 1) caption += ComparisonChartsText::tr("; median of up to %1 runs, bars: 95 % interval").arg(runs);
  if (published) {
    caption += ComparisonChartsText::tr(" · published: %1, measured on: %2")
                   .arg(QString::fromStdString(published->label), QString::fromStdString(published->machine));
  }
  return caption;
}

ChartData workers_chart(const std::vector<std::shared_ptr<const SweepAnalysis>>& sweeps,
                        const std::optional<PublishedStudy>& published, bool efficiency) {
  const Figure& figure = efficiency ? figures::efficiency : figures::speedup;
  ChartData chart = figure_chart(figure, {}, ComparisonChartsText::tr("one worker of the same kind"));
  chart.x.title = ComparisonChartsText::tr("workers");
  chart.x.integers = true;
  chart.x.min = 1.0;
  double last = 2.0;
  for (const auto& sweep : sweeps) {
    ChartSeries within;
    const BackendLook look = look_of_backend(configuration_name(sweep->spec.base));
    within.name = backend_title(sweep->spec.base);
    within.color = look.color;
    within.marker = look.marker;
    ChartSeries beyond = within;  // more workers than cores
    beyond.name += ComparisonChartsText::tr(", past the cores");
    beyond.line = LineStyle::dotted;
    beyond.in_legend = false;
    const std::vector<Cell> cells = cells_of(*sweep);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Measured measured = figure.of(cells[i]);
      if (cells[i].workers < 1 || !measured.known()) continue;
      const bool oversubscribed = sweep->points[i].oversubscribed;
      ChartSeries& series = oversubscribed ? beyond : within;
      if (oversubscribed && series.x.empty() && !within.x.empty()) {  // joined to the last of the others
        series.x.push_back(within.x.back());
        series.y.push_back(within.y.back());
        series.error_low.push_back(within.y.back());
        series.error_high.push_back(within.y.back());
        series.joined = 1;
      }
      add_value(series, cells[i].workers, measured, figure.scale);
      last = std::max<double>(last, cells[i].workers);
    }
    if (!within.x.empty()) chart.lines.push_back(within);
    if (!beyond.x.empty()) chart.lines.push_back(beyond);
    if (chart.caption.isEmpty()) {
      chart.caption =
          ComparisonChartsText::tr("MLP Lab · %1, %2, batch %3, median of %4 repeats, bars: 95 % interval · %5, %6")
              .arg(QString::fromStdString(sweep->spec.base.model.name()), sweep_words(*sweep),
                   QString::number(sweep->spec.base.batch), QString::number(sweep->spec.repeats),
                   QString::fromStdString(sweep->machine.cpu), QString::fromStdString(sweep->machine.cores_in_words()));
    }
  }
  if (published) {
    for (const PublishedCurve& curve : published->scaling) {
      const bool first = &curve == &published->scaling.front();
      ChartSeries series;
      series.name = QStringLiteral("%1, %2 (%3)")
                        .arg(QString::fromStdString(published->label), QString::fromStdString(curve.name),
                             QString::fromStdString(published->machine_short));
      series.color = {first ? 5 : 2, 0};
      series.line = LineStyle::dashed;
      series.marker = first ? Marker::square : Marker::triangle;
      for (const SpeedupPoint& point : speedups(curve.points, 1)) {
        const double value = efficiency ? point.efficiency : point.speedup;
        if (!std::isfinite(value)) continue;
        series.x.push_back(point.workers);
        series.y.push_back(figure.scale * value);
        last = std::max<double>(last, point.workers);
      }
      chart.lines.push_back(series);
    }
    chart.caption += ComparisonChartsText::tr(" · published: %1, measured on: %2")
                         .arg(QString::fromStdString(published->label), QString::fromStdString(published->machine));
  }
  chart.x.max = last;
  ChartSeries ideal;
  ideal.name = ComparisonChartsText::tr("ideal");
  ideal.line = LineStyle::dashed;
  ideal.role = ChartSeries::Role::computed;
  ideal.x = {1.0, last};
  ideal.y = efficiency ? std::vector<double>{100.0, 100.0} : std::vector<double>{1.0, last};
  chart.lines.push_back(ideal);
  return chart;
}

ChartData bar_chart(const Comparison& comparison, const Figure& figure, const std::vector<Cell>& cells,
                    const std::optional<PublishedStudy>& published) {
  ChartData chart = figure_chart(figure, cells, backend_title(comparison.spec.baseline));
  chart.caption = caption_of(comparison, published) + chart.caption;
  chart.x.title = ComparisonChartsText::tr("implementation");
  add_cell_bars(chart, figure, cells);
  return chart;
}

}  // namespace

QString comparison_caption(const Comparison& comparison) { return caption_of(comparison, {}); }

ChartData comparison_times_chart(const Comparison& comparison, bool logarithmic,
                                 const std::optional<PublishedStudy>& published) {
  std::vector<const ComparisonRow*> rows;
  std::vector<Cell> cells;
  for (const ComparisonRow& row : comparison.rows) {
    // A backend that cannot run here keeps its published figure.
    if (!row.available && !(published && published_time_s(&*published, comparison, row.backend))) continue;
    rows.push_back(&row);  // also those that are still to come: their names keep their places
    cells.push_back(cell_of(row));
  }
  ChartData chart = bar_chart(comparison, figures::training_time, cells, published);
  const double per_second = shown_unit(figures::training_time, cells).scale;
  chart.y.logarithmic = logarithmic && any_known(figures::training_time, cells);
  if (chart.y.logarithmic) chart.y.min.reset();
  if (!published) return chart;
  if (const std::string gap = published_gap(*published, comparison); !gap.empty()) {
    chart.caption += ComparisonChartsText::tr("; its times not shown: %1").arg(QString::fromStdString(gap));
    return chart;
  }
  ChartSeries marks;  // scaled to the images and epochs that were trained here
  marks.name = ComparisonChartsText::tr("%1 (%2), for %3 images × %4")
                   .arg(QString::fromStdString(published->label), QString::fromStdString(published->machine_short),
                        QLocale().toString(images_of(comparison)),
                        QString::fromStdString(count_of(comparison.spec.base.epochs, "epoch")));
  marks.line = LineStyle::none;
  marks.marker = Marker::diamond;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::optional<double> time_s = published_time_s(&*published, comparison, rows[i]->backend);
    if (!time_s) continue;
    marks.x.push_back(static_cast<double>(i));
    marks.y.push_back(per_second * *time_s);
  }
  if (!marks.x.empty()) chart.lines.push_back(marks);
  return chart;
}

std::vector<ChartData> comparison_energy_charts(const Comparison& comparison) {
  std::vector<Cell> cells = cells_of(comparison);
  std::erase_if(cells, [](const Cell& cell) { return !cell.energy.known(); });
  std::vector<ChartData> charts;
  for (const Figure* figure : {&figures::energy, &figures::edp, &figures::images_per_joule})
    if (any_known(*figure, cells)) charts.push_back(bar_chart(comparison, *figure, cells, {}));
  return charts;
}

ChartData comparison_loss_chart(const Comparison& comparison) {
  ChartData chart;
  chart.title = ComparisonChartsText::tr("Loss");
  chart.unit = ComparisonChartsText::tr("curves: training / markers: test");
  chart.caption = caption_of(comparison, {});
  chart.x.title = ComparisonChartsText::tr("epoch");
  chart.x.integers = true;
  chart.x.min = 0.0;
  chart.x.max = std::max(1, comparison.spec.base.epochs);
  chart.y.title = ComparisonChartsText::tr("loss");
  chart.y.min = 0.0;
  double top = 0.0;
  std::size_t shown = 0;
  for (const ComparisonRow& row : comparison.rows) {
    const RunLog& log = row.log;
    if (log.epochs.empty() && log.steps.empty()) continue;
    const BackendLook look = look_of_backend(row.backend);
    // Equal curves lie on one another: with a dash of its own, each still shows through the one above it.
    constexpr std::array styles{LineStyle::solid, LineStyle::dashed, LineStyle::dotted};
    ChartSeries curve;
    curve.name = QString::fromStdString(say(row.title));
    curve.color = look.color;
    curve.line = styles[shown++ % styles.size()];
    ChartSeries epochs = curve;
    epochs.line = LineStyle::none;
    epochs.marker = look.marker;
    epochs.in_legend = false;
    ChartSeries key = curve;
    key.marker = look.marker;
    add_training_loss(curve, log);
    curve.in_legend = false;
    epochs.name += ComparisonChartsText::tr(", test");
    for (const EpochDone& epoch : log.epochs) {
      if (std::isfinite(epoch.loss_train)) top = std::max(top, epoch.loss_train);
      if (!epoch.loss_test) continue;
      epochs.x.push_back(epoch.epoch);
      epochs.y.push_back(*epoch.loss_test);
    }
    chart.lines.push_back(curve);
    chart.lines.push_back(epochs);
    chart.keys.push_back(key);
  }
  if (top > 0.0) chart.y.max = 1.05 * top;
  return chart;
}

ChartData workers_speedup_chart(const std::vector<std::shared_ptr<const SweepAnalysis>>& sweeps,
                                const std::optional<PublishedStudy>& published) {
  return workers_chart(sweeps, published, false);
}

ChartData workers_efficiency_chart(const std::vector<std::shared_ptr<const SweepAnalysis>>& sweeps,
                                   const std::optional<PublishedStudy>& published) {
  return workers_chart(sweeps, published, true);
}

}  // namespace mlplab
