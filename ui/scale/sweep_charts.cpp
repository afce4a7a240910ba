// Solid: measured. Dashed grey: ideal. Dotted: the fitted law. Crosses: points outside every fit, because they are
// oversubscribed or trained something else.
#include "ui/scale/sweep_charts.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/base/typed_number.h"
#include "core/run/energy.h"
#include "ui/runs/run.h"
#include "ui/runs/run_charts.h"
#include "ui/runs/sweep_session.h"

namespace mlplab {

namespace {

constexpr int curve_points = 80;
constexpr int guess_color = 6;  // apart from the backends at the head of the table
constexpr int published_color = 5;

/// Where the words of this file are translated (lupdate sees them).
struct SweepChartsText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::SweepCharts)
};

// A figure of a point and its interval.
struct Figure {
  double value = not_known;
  Interval interval;
};
using FigureOf = Figure (*)(const SweepPoint&);

/// The number of a value on a numeric axis; not_known for another.
double axis_number(const std::string& value) { return typed_number(value).value_or(not_known); }

double x_of(const SweepAnalysis& analysis, const SweepPoint& point) {
  return analysis.spec.axis == SweepAxis::workers && point.workers > 0 ? point.workers : axis_number(point.value);
}

QString axis_title(SweepAxis axis) {
  switch (axis) {
    case SweepAxis::workers:
      return SweepChartsText::tr("workers");
    case SweepAxis::batch:
      return SweepChartsText::tr("batch size");
    case SweepAxis::width:
      return SweepChartsText::tr("hidden width");
    case SweepAxis::backend:
      return SweepChartsText::tr("backend");
    case SweepAxis::resolution:
      return SweepChartsText::tr("side of the pictures");
    case SweepAxis::seed:
      return SweepChartsText::tr("seed");
  }
  return {};
}

SeriesColor color_of(const SweepAnalysis& analysis) { return {std::max(0, backend_index(analysis.spec.base)), 0}; }

QString seed_list(const SweepAnalysis& analysis) {
  QStringList seeds;
  for (const std::string& value : analysis.spec.values) seeds << QString::fromStdString(value);
  return seeds.join(QStringLiteral(", "));
}

QString caption_of(const SweepAnalysis& analysis, const SweepExtras& extras) {
  const RunSpec& run = analysis.spec.base;
  QString caption =
      SweepChartsText::tr("MLP Lab · %1, %2, %3, %4, seed %5 · median of %6 repeats, bars: 95 % interval · %7, %8")
          .arg(QString::fromStdString(run.model.name()), sweep_words(analysis), backend_title(run.backend),
               QString::fromStdString(batch_in_words(analysis.spec)),
               analysis.spec.axis == SweepAxis::seed ? seed_list(analysis) : QString::number(run.seed),
               QString::number(analysis.spec.repeats), QString::fromStdString(analysis.machine.cpu),
               QString::fromStdString(analysis.machine.cores_in_words()));
  if (extras.published) {
    caption += SweepChartsText::tr(" · published: %1, measured on: %2")
                   .arg(extras.published->label, extras.published->machine);
  }
  return caption;
}

ChartData frame(const SweepAnalysis& analysis, const SweepExtras& extras, const QString& title, const QString& unit) {
  ChartData chart;
  chart.title = title;
  chart.unit = unit;
  chart.x.title = axis_title(analysis.spec.axis);
  chart.x.integers = true;
  chart.x.logarithmic = analysis.spec.axis == SweepAxis::batch || analysis.spec.axis == SweepAxis::width;
  chart.y.title = title.toLower();
  chart.y.min = 0.0;
  chart.caption = caption_of(analysis, extras);
  return chart;
}

void add_point(ChartSeries& series, double x, const Figure& figure, double scale) {
  series.x.push_back(x);
  series.y.push_back(scale * figure.value);
  const bool known = figure.interval.known();
  series.error_low.push_back(scale * (known ? figure.interval.low : figure.value));
  series.error_high.push_back(scale * (known ? figure.interval.high : figure.value));
}

void add_bars(ChartData& chart, const SweepAnalysis& analysis, FigureOf figure, double scale) {
  for (const SweepPoint& point : analysis.points) chart.categories << backend_title(point.value);
  for (std::size_t i = 0; i < analysis.points.size(); ++i) {
    const Figure measured = figure(analysis.points[i]);
    if (!std::isfinite(measured.value)) continue;
    BarSeries bars;
    bars.name = backend_title(analysis.points[i].value);
    bars.color = {std::max(0, backend_index(analysis.points[i].value)), 0};
    bars.values.assign(analysis.points.size(), not_known);
    bars.values[i] = scale * measured.value;
    if (measured.interval.known()) {
      bars.error_low.assign(analysis.points.size(), not_known);
      bars.error_high.assign(analysis.points.size(), not_known);
      bars.error_low[i] = scale * measured.interval.low;
      bars.error_high[i] = scale * measured.interval.high;
    }
    chart.bars.push_back(bars);
  }
}

// The measured points: those that a law may be fitted to joined by a line, the others crosses.
void add_measured(ChartData& chart, const SweepAnalysis& analysis, FigureOf figure, double scale) {
  if (analysis.spec.axis == SweepAxis::backend) {
    add_bars(chart, analysis, figure, scale);
    return;
  }
  std::vector<const SweepPoint*> points;
  for (const SweepPoint& point : analysis.points) {
    if (!point.runs.empty() && std::isfinite(figure(point).value)) points.push_back(&point);
  }
  std::ranges::sort(points, {}, [&](const SweepPoint* point) { return x_of(analysis, *point); });
  ChartSeries measured;
  measured.name = backend_title(analysis.spec.base);
  measured.color = color_of(analysis);
  measured.marker = Marker::circle;
  if (analysis.spec.axis == SweepAxis::seed) measured.line = LineStyle::none;  // there is nothing between two seeds
  ChartSeries beyond = measured;
  beyond.name = SweepChartsText::tr("oversubscribed");
  beyond.marker = Marker::cross;
  beyond.line = LineStyle::none;
  ChartSeries other = beyond;
  other.name = SweepChartsText::tr("other losses, or not compared");
  for (const SweepPoint* point : points) {
    ChartSeries& series = !point->same_training() ? other : point->oversubscribed ? beyond : measured;
    add_point(series, x_of(analysis, *point), figure(*point), scale);
  }
  for (const ChartSeries& series : {measured, beyond, other}) {
    if (!series.x.empty()) chart.lines.push_back(series);
  }
}

double max_workers(const SweepAnalysis& analysis, const SweepExtras& extras) {
  double most = 1.0;
  for (const SweepPoint& point : analysis.points) most = std::max(most, axis_number(point.value));
  if (extras.published) {
    for (const SpeedupPoint& point : extras.published->points) most = std::max<double>(most, point.workers);
  }
  if (extras.guess) most = std::max<double>(most, extras.guess->workers);
  return most;
}

template <class Function>
ChartSeries curve(const QString& name, const SeriesColor& color, LineStyle line, double last, Function&& y) {
  ChartSeries series;
  series.name = name;
  series.color = color;
  series.line = line;
  series.role = ChartSeries::Role::computed;
  for (int i = 0; i < curve_points; ++i) {
    const double x = 1.0 + (last - 1.0) * i / (curve_points - 1);
    series.x.push_back(x);
    series.y.push_back(y(x));
  }
  return series;
}

QString model_name(const ScalingFit& fit) {
  const QString f = display_number(100.0 * fit.f);
  switch (fit.model) {
    case ScalingModel::amdahl:
      return (fit.both_fit ? SweepChartsText::tr("Amdahl (Gunther fits too), %1 % serial")
                           : SweepChartsText::tr("Amdahl, %1 % serial"))
          .arg(f);
    case ScalingModel::amdahl_overhead:
      return SweepChartsText::tr("Gunther, %1 % serial").arg(f);
    case ScalingModel::gustafson:
      return SweepChartsText::tr("Gustafson, %1 % serial").arg(f);
    case ScalingModel::none:
      break;
  }
  return {};
}

double baseline_time_s(const SweepAnalysis& analysis) {
  for (const SweepPoint& point : analysis.points) {
    if (point.value == analysis.baseline) return point.time.median;
  }
  return not_known;
}

// S(p) that the fit says, against the measured baseline.
double fitted_speedup(const SweepAnalysis& analysis, double p) {
  const double ratio = baseline_time_s(analysis) / analysis.fit.time_s(p);
  const double grown = analysis.spec.scaling == Scaling::weak ? p / axis_number(analysis.baseline) : 1.0;
  return grown * ratio;
}

void add_published(ChartData& chart, const SweepExtras& extras, double SpeedupPoint::*figure, double scale) {
  if (!extras.published) return;
  ChartSeries series;
  series.name = extras.published->label;
  series.color = {published_color, 0};
  series.line = LineStyle::dashed;
  series.marker = Marker::square;
  for (const SpeedupPoint& point : extras.published->points) {
    if (!std::isfinite(point.*figure)) continue;
    series.x.push_back(point.workers);
    series.y.push_back(scale * point.*figure);
  }
  chart.lines.push_back(series);
}

// Upright dotted lines where the first slower core or shared core comes in.
void add_core_marks(ChartData& chart, const SweepAnalysis& analysis, double last, double top) {
  const auto mark = [&](int worker, const QString& name) {
    if (worker < 2 || worker > last) return;
    ChartSeries line;
    line.name = name;
    line.line = LineStyle::dotted;
    line.role = ChartSeries::Role::guide;
    line.x = {worker - 0.5, worker - 0.5};
    line.y = {0.0, top};
    chart.lines.push_back(line);
  };
  mark(analysis.machine.first_slow_worker,
       SweepChartsText::tr("E-cores from worker %1").arg(analysis.machine.first_slow_worker));
  mark(analysis.machine.first_smt_worker,
       SweepChartsText::tr("shared cores from worker %1").arg(analysis.machine.first_smt_worker));
}

// '1 worker', 'batch 16', 'OpenMP'
QString baseline_name(const SweepAnalysis& analysis) {
  const QString value = QString::fromStdString(analysis.baseline);
  switch (analysis.spec.axis) {
    case SweepAxis::workers:
      return value == QStringLiteral("1") ? SweepChartsText::tr("1 worker")
                                          : SweepChartsText::tr("%1 workers").arg(value);
    case SweepAxis::batch:
      return SweepChartsText::tr("batch %1").arg(value);
    case SweepAxis::width:
      return SweepChartsText::tr("width %1").arg(value);
    case SweepAxis::backend:
      return backend_title(analysis.baseline);
    case SweepAxis::resolution:
      return SweepChartsText::tr("pictures of %1").arg(value);
    case SweepAxis::seed:
      return SweepChartsText::tr("seed %1").arg(value);
  }
  return value;
}

ChartData speedup_chart(const SweepAnalysis& analysis, const SweepExtras& extras) {
  const FigureOf figure = [](const SweepPoint& p) { return Figure{p.speedup, p.speedup_ci}; };
  const QString unit = SweepChartsText::tr("against %1").arg(baseline_name(analysis));
  const bool workers = analysis.spec.axis == SweepAxis::workers;
  ChartData chart =
      frame(analysis, extras, workers ? SweepChartsText::tr("Speedup") : SweepChartsText::tr("Relative speed"), unit);
  chart.y.title = workers ? SweepChartsText::tr("speedup") : SweepChartsText::tr("relative speed");
  add_measured(chart, analysis, figure, 1.0);
  if (!workers) return chart;
  const double last = max_workers(analysis, extras);
  const double first = axis_number(analysis.baseline);
  chart.x.min = 1.0;
  chart.x.max = std::max(2.0, last);
  if (analysis.fit.model != ScalingModel::none) {
    chart.lines.push_back(curve(model_name(analysis.fit), color_of(analysis), LineStyle::dotted, last,
                                [&](double p) { return fitted_speedup(analysis, p); }));
  }
  if (extras.guess) {
    const double f = extras.guess->serial_fraction();
    chart.lines.push_back(curve(SweepChartsText::tr("our guess"), {guess_color, 0}, LineStyle::dashed, last,
                                [&](double p) { return 1.0 / (f + (1.0 - f) / p); }));
  }
  add_published(chart, extras, &SpeedupPoint::speedup, 1.0);
  add_core_marks(chart, analysis, last, last / first);
  chart.lines.push_back(
      curve(SweepChartsText::tr("ideal"), {}, LineStyle::dashed, last, [&](double p) { return p / first; }));
  return chart;
}

ChartData efficiency_chart(const SweepAnalysis& analysis, const SweepExtras& extras) {
  const FigureOf figure = [](const SweepPoint& p) {
    const double share = p.efficiency / p.speedup;
    return Figure{p.efficiency, {share * p.speedup_ci.low, share * p.speedup_ci.high}};
  };
  ChartData chart = frame(analysis, extras, SweepChartsText::tr("Efficiency"), SweepChartsText::tr("% of ideal"));
  chart.y.title = SweepChartsText::tr("efficiency");
  chart.y.unit = QStringLiteral("%");
  const double last = max_workers(analysis, extras);
  chart.x.min = 1.0;
  chart.x.max = std::max(2.0, last);
  add_measured(chart, analysis, figure, 100.0);
  if (analysis.fit.model != ScalingModel::none) {
    const double first = axis_number(analysis.baseline);
    chart.lines.push_back(curve(model_name(analysis.fit), color_of(analysis), LineStyle::dotted, last,
                                [&](double p) { return 100.0 * fitted_speedup(analysis, p) * first / p; }));
  }
  add_published(chart, extras, &SpeedupPoint::efficiency, 100.0);
  chart.lines.push_back(curve(SweepChartsText::tr("ideal"), {}, LineStyle::dashed, last, [](double) { return 100.0; }));
  return chart;
}

ChartData karp_flatt_chart(const SweepAnalysis& analysis, const SweepExtras& extras) {
  const FigureOf figure = [](const SweepPoint& p) { return Figure{p.karp_flatt, {}}; };
  ChartData chart =
      frame(analysis, extras, SweepChartsText::tr("Karp–Flatt"), SweepChartsText::tr("%, serial fraction"));
  chart.y.title = SweepChartsText::tr("Karp–Flatt fraction");
  chart.y.unit = QStringLiteral("%");
  chart.y.min.reset();
  const double last = max_workers(analysis, extras);
  chart.x.min = 1.0;
  chart.x.max = std::max(2.0, last);
  add_measured(chart, analysis, figure, 100.0);
  if (analysis.fit.model == ScalingModel::amdahl) {
    chart.lines.push_back(curve(model_name(analysis.fit), color_of(analysis), LineStyle::dotted, last,
                                [&](double) { return 100.0 * analysis.fit.f; }));
  }
  add_published(chart, extras, &SpeedupPoint::karp_flatt, 100.0);
  const bool negative = std::ranges::any_of(chart.lines, [](const ChartSeries& series) {
    return std::ranges::any_of(series.y, [](double y) { return y < 0.0; });
  });
  if (!negative) chart.y.min = 0.0;
  return chart;
}

ChartData time_chart(const SweepAnalysis& analysis, const SweepExtras& extras) {
  const FigureOf figure = [](const SweepPoint& p) { return Figure{p.time.median, p.time.median_ci}; };
  const double typical_s = baseline_time_s(analysis);
  const TimeUnit unit = time_unit(std::isfinite(typical_s) ? typical_s : 1.0);
  const bool weak = analysis.spec.scaling == Scaling::weak;
  ChartData chart = frame(
      analysis, extras, weak ? SweepChartsText::tr("Time per step") : SweepChartsText::tr("Time per epoch"), unit.name);
  chart.y.title = weak ? SweepChartsText::tr("time per step") : SweepChartsText::tr("time per epoch");
  chart.y.unit = unit.name;
  add_measured(chart, analysis, figure, unit.per_second);
  if (analysis.spec.axis != SweepAxis::workers) return chart;
  const double last = max_workers(analysis, {});
  chart.x.min = 1.0;
  chart.x.max = std::max(2.0, last);
  if (analysis.fit.model != ScalingModel::none) {
    chart.lines.push_back(curve(model_name(analysis.fit), color_of(analysis), LineStyle::dotted, last,
                                [&](double p) { return unit.per_second * analysis.fit.time_s(p); }));
  }
  return chart;
}

ChartData rate_chart(const SweepAnalysis& analysis, const SweepExtras& extras) {
  const FigureOf figure = [](const SweepPoint& p) { return Figure{p.images_per_s, {}}; };
  ChartData chart =
      frame(analysis, extras, SweepChartsText::tr("Throughput"), SweepChartsText::tr("thousand images a second"));
  chart.y.title = SweepChartsText::tr("throughput");
  chart.y.unit = SweepChartsText::tr("thousand images/s");
  add_measured(chart, analysis, figure, 1e-3);
  return chart;
}

std::vector<const RepeatedEnergy*> energies_of(const SweepAnalysis& analysis) {
  std::vector<const RepeatedEnergy*> energies;
  for (const SweepPoint& point : analysis.points)
    if (!point.runs.empty()) energies.push_back(&point.energy);
  return energies;
}

/// Joules an epoch and their product with its time, where any point has them.
void add_energy_charts(std::vector<ChartData>& charts, const SweepAnalysis& analysis) {
  if (!has_energy(analysis)) return;
  const bool uncertain = std::ranges::any_of(
      analysis.points, [](const SweepPoint& point) { return point.energy.known() && point.energy.short_windows; });
  ChartData joules = frame(analysis, {}, SweepChartsText::tr("Energy"),
                           uncertain ? SweepChartsText::tr("≈ J, epochs below %1 s").arg(least_energy_window_s)
                                     : SweepChartsText::tr("J of training an epoch"));
  joules.y.title = SweepChartsText::tr("energy of an epoch");
  joules.y.unit = QStringLiteral("J");
  add_measured(
      joules, analysis,
      [](const SweepPoint& p) {
        return Figure{p.energy.epoch_j, p.energy.epoch_ci};
      },
      1.0);
  ChartData product = frame(analysis, {}, SweepChartsText::tr("EDP"),
                            (uncertain ? SweepChartsText::tr("≈ against %1") : SweepChartsText::tr("against %1"))
                                .arg(baseline_name(analysis)));
  product.y.title = SweepChartsText::tr("energy × time, relative");
  add_measured(
      product, analysis,
      [](const SweepPoint& p) {
        return Figure{p.energy.relative_edp, p.energy.relative_ci};
      },
      1.0);
  const QString meters = QString::fromStdString(meters_in_words(energies_of(analysis)));
  for (ChartData* chart : {&joules, &product}) {
    chart->caption += SweepChartsText::tr(" · energy: %1, with all that ran there").arg(meters);
    if (!chart->lines.empty() || !chart->bars.empty()) charts.push_back(std::move(*chart));
  }
}

/// Mean, minimum and maximum, from the first seed to the last.
void add_seed_lines(ChartData& chart, const SweepAnalysis& analysis) {
  const AccuracyOverSeeds& accuracy = *analysis.over_seeds;
  double first = x_of(analysis, analysis.points.front()), last = first;
  for (const SweepPoint& point : analysis.points) {
    first = std::min(first, x_of(analysis, point));
    last = std::max(last, x_of(analysis, point));
  }
  const auto level = [&](const QString& name, double value, LineStyle line) {
    ChartSeries series;
    series.name = name;
    series.line = line;
    series.role = ChartSeries::Role::computed;
    series.x = {first, last};
    series.y = {100.0 * value, 100.0 * value};
    chart.lines.push_back(series);
  };
  level(SweepChartsText::tr("mean of %1 seeds").arg(accuracy.seeds), accuracy.mean, LineStyle::dashed);
  level(SweepChartsText::tr("minimum"), accuracy.min, LineStyle::dotted);
  level(SweepChartsText::tr("maximum"), accuracy.max, LineStyle::dotted);
}

ChartData accuracy_chart_of(const SweepAnalysis& analysis, const SweepExtras& extras) {
  const FigureOf figure = [](const SweepPoint& p) { return Figure{p.accuracy_test, {}}; };
  ChartData chart =
      frame(analysis, extras, SweepChartsText::tr("Accuracy"), SweepChartsText::tr("% of the test examples"));
  chart.y.title = SweepChartsText::tr("test accuracy");
  chart.y.unit = QStringLiteral("%");
  if (analysis.spec.axis != SweepAxis::backend) chart.y.min.reset();
  add_measured(chart, analysis, figure, 100.0);
  if (analysis.over_seeds) add_seed_lines(chart, analysis);
  return chart;
}

}  // namespace

double Guess::serial_fraction() const {
  if (workers < 2 || speedup <= 0.0) return 1.0;
  return std::clamp((1.0 / speedup - 1.0 / workers) / (1.0 - 1.0 / workers), 0.0, 1.0);
}

PublishedOverlay overlay_of(const PublishedStudy& study, const PublishedCurve& curve) {
  PublishedOverlay overlay;
  overlay.label = QStringLiteral("%1, %2 (%3)")
                      .arg(QString::fromStdString(study.label), QString::fromStdString(curve.name),
                           QString::fromStdString(study.machine_short));
  overlay.machine = QString::fromStdString(study.machine);
  overlay.points = speedups(curve.points, 1);
  overlay.beside = beside_published(study, {PublishedPart::scaling, PublishedPart::energy});
  return overlay;
}

std::vector<ChartData> sweep_charts(const SweepAnalysis& analysis, const SweepExtras& extras) {
  std::vector<ChartData> charts;
  if (analysis.spec.axis == SweepAxis::workers) {
    charts = {speedup_chart(analysis, extras), efficiency_chart(analysis, extras), karp_flatt_chart(analysis, extras),
              time_chart(analysis, extras)};
  } else {
    charts = {speedup_chart(analysis, {}), rate_chart(analysis, {}), accuracy_chart_of(analysis, {}),
              time_chart(analysis, {})};
  }
  add_energy_charts(charts, analysis);
  return charts;
}

}  // namespace mlplab
