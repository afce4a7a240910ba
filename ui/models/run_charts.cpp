// One function a chart. Training is solid, testing dashed with the run's marker at the epochs.
#include "ui/models/run_charts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace mlplab {

namespace {

QString text(const char* english) { return QCoreApplication::translate("mlplab::RunCharts", english); }

std::vector<const Run*> shown(const RunList& runs) {
  std::vector<const Run*> result;
  for (const auto& run : runs) {
    if (run->visible) result.push_back(run.get());
  }
  return result;
}

/// From 0 to the most epochs that a shown run has or will have.
double last_epoch(const std::vector<const Run*>& runs) {
  int most = 1;
  for (const Run* run : runs) {
    const int done = run->log.epochs.empty() ? 0 : run->log.epochs.back().epoch;
    most = std::max(most, run->ended() ? std::max(done, 1) : run->spec.epochs);
  }
  return most;
}

void set_epoch_axis(ChartData& chart, const std::vector<const Run*>& runs) {
  chart.x.title = text("epoch");
  chart.x.integers = true;
  chart.x.min = 0.0;
  chart.x.max = last_epoch(runs);
}

QString caption_of(const std::vector<const Run*>& runs) {
  QStringList parts;
  for (const Run* run : runs) {
    const RunStarted& started = run->log.started;
    const int workers = std::max(1, started.workers);
    parts << QStringLiteral("%1: %2, batch %3, lr %4, seed %5, %6")
                 .arg(run_title(*run), QString::fromStdString(run->spec.model.name()))
                 .arg(run->spec.batch)
                 .arg(run->spec.optimizer.learning_rate)
                 .arg(run->spec.seed)
                 .arg(workers == 1 ? text("1 worker") : text("%1 workers").arg(workers));
  }
  return QStringLiteral("MLP Lab · ") + parts.join(QStringLiteral(" · "));
}

ChartSeries key(const QString& name, LineStyle line, Marker marker = Marker::none) {
  ChartSeries entry;
  entry.name = name;
  entry.line = line;
  entry.marker = marker;
  return entry;
}

ChartSeries series_of(const Run& run, const QString& what) {
  ChartSeries series;
  series.name = what.isEmpty() ? run_title(run) : QStringLiteral("%1 %2").arg(run_title(run), what);
  series.color = run.color;
  return series;
}

/// The value below (above) which the first, wild part of the curves is cut off, so that the rest can be read: the
/// extreme after the first fifth of an epoch, once a whole epoch is there.
template <class Value>
std::optional<double> settled(const std::vector<const Run*>& runs, bool highest, Value value) {
  std::optional<double> extreme;
  for (const Run* run : runs) {
    if (run->log.epochs.empty()) return std::nullopt;
    for (const StepDone& step : run->log.steps) {
      const double v = value(step);
      if (step.epochs < 0.2 || !std::isfinite(v)) continue;
      if (!extreme || (highest ? v > *extreme : v < *extreme)) extreme = v;
    }
  }
  return extreme;
}

template <class StepValue, class EpochValue>
void add_curves(ChartData& chart, const std::vector<const Run*>& runs, StepValue of_step, EpochValue of_epoch,
                bool mark_best) {
  for (const Run* run : runs) {
    ChartSeries train = series_of(*run, text("train"));
    train.in_legend = false;
    for (const StepDone& step : run->log.steps) {
      train.x.push_back(step.epochs);
      train.y.push_back(of_step(step));
    }
    ChartSeries test = series_of(*run, text("test"));
    test.line = LineStyle::dashed;
    test.marker = run->marker;
    test.in_legend = false;
    for (const EpochDone& epoch : run->log.epochs) {
      const std::optional<double> value = of_epoch(epoch);
      if (!value) continue;
      if (mark_best && epoch.epoch == run->log.best_epoch()) test.highlight = static_cast<int>(test.x.size());
      test.x.push_back(epoch.epoch);
      test.y.push_back(*value);
    }
    chart.lines.push_back(std::move(train));
    chart.lines.push_back(std::move(test));
    ChartSeries entry = series_of(*run, {});
    entry.marker = run->marker;
    chart.keys.push_back(std::move(entry));
  }
  if (runs.empty()) return;
  chart.keys.push_back(key(text("train"), LineStyle::solid));
  chart.keys.push_back(key(text("test"), LineStyle::dashed));
}

}  // namespace

TimeUnit time_unit(double typical_s) {
  if (typical_s < 1e-3) return {QStringLiteral("µs"), 1e6};
  if (typical_s < 1.0) return {QStringLiteral("ms"), 1e3};
  return {QStringLiteral("s"), 1.0};
}

ChartData loss_chart(const RunList& all) {
  const auto runs = shown(all);
  ChartData chart;
  chart.title = text("Loss");
  const bool squared =
      std::ranges::any_of(runs, [](const Run* r) { return r->spec.model.loss == Loss::mean_squared_error; });
  chart.unit = squared ? text("mean squared error by epoch") : text("cross-entropy in nats by epoch");
  chart.y.title = text("loss");
  chart.y.unit = squared ? QString() : text("nats");
  chart.y.min = 0.0;
  set_epoch_axis(chart, runs);
  add_curves(
      chart, runs, [](const StepDone& s) { return s.loss; }, [](const EpochDone& e) { return e.loss_test; }, false);
  if (const auto top = settled(runs, true, [](const StepDone& s) { return s.loss; })) chart.y.max = *top * 1.02;
  chart.caption = caption_of(runs);
  return chart;
}

ChartData accuracy_chart(const RunList& all) {
  const auto runs = shown(all);
  ChartData chart;
  chart.title = text("Accuracy");
  chart.unit = text("% of images by epoch");
  chart.y.title = text("accuracy");
  chart.y.unit = QStringLiteral("%");
  chart.y.max = 100.0;
  set_epoch_axis(chart, runs);
  add_curves(
      chart, runs, [](const StepDone& s) { return 100.0 * s.accuracy; },
      [](const EpochDone& e) {
        return e.accuracy_test ? std::optional<double>(100.0 * *e.accuracy_test) : std::nullopt;
      },
      true);
  if (!runs.empty()) {
    chart.keys.push_back(key(text("best"), LineStyle::none, Marker::circle));
    chart.keys.back().highlight = 0;
  }
  chart.y.min = 0.0;
  if (const auto low = settled(runs, false, [](const StepDone& s) { return 100.0 * s.accuracy; })) chart.y.min = *low;
  chart.caption = caption_of(runs);
  return chart;
}

ChartData epoch_time_chart(const RunList& all) {
  const auto runs = shown(all);
  ChartData chart;
  chart.title = text("Time per epoch");
  double longest = 0;
  std::size_t epochs = 0;
  for (const Run* run : runs) {
    for (const EpochDone& epoch : run->log.epochs) longest = std::max(longest, epoch.epoch_time_s);
  }
  epochs = static_cast<std::size_t>(last_epoch(runs));
  const TimeUnit unit = time_unit(longest > 0 ? longest : 1.0);
  chart.unit = text("%1, training only").arg(unit.name);
  chart.x.title = text("epoch");
  chart.y.title = text("time per epoch");
  chart.y.unit = unit.name;
  chart.y.min = 0.0;
  if (longest == 0) chart.y.max = 1.0;
  for (std::size_t i = 1; i <= epochs; ++i) chart.categories << QString::number(i);
  for (const Run* run : runs) {
    BarSeries bars;
    bars.name = run_title(*run);
    bars.color = run->color;
    for (const EpochDone& epoch : run->log.epochs) bars.values.push_back(epoch.epoch_time_s * unit.per_second);
    chart.bars.push_back(std::move(bars));
  }
  chart.caption = caption_of(runs);
  return chart;
}

ChartData throughput_chart(const RunList& all) {
  const auto runs = shown(all);
  ChartData chart;
  chart.title = text("Throughput");
  double fastest = 0;
  for (const Run* run : runs) {
    for (const StepDone& step : run->log.steps) fastest = std::max(fastest, step.images_per_s);
  }
  const bool millions = fastest >= 1e6;
  const double scale = millions ? 1e-6 : 1e-3;
  chart.unit = millions ? text("million images/s by epoch") : text("thousand images/s by epoch");
  chart.y.title = text("throughput");
  chart.y.unit = millions ? text("million images/s") : text("thousand images/s");
  chart.y.min = 0.0;
  set_epoch_axis(chart, runs);
  for (const Run* run : runs) {
    ChartSeries series = series_of(*run, {});
    for (const StepDone& step : run->log.steps) {
      series.x.push_back(step.epochs);
      series.y.push_back(scale * step.images_per_s);
    }
    series.in_legend = false;
    ChartSeries epochs = series_of(*run, text("mean of the epoch"));
    epochs.line = LineStyle::none;
    epochs.marker = run->marker;
    epochs.in_legend = false;
    for (const EpochDone& epoch : run->log.epochs) {
      epochs.x.push_back(epoch.epoch);
      epochs.y.push_back(scale * epoch.images_per_s);
    }
    chart.lines.push_back(std::move(series));
    chart.lines.push_back(std::move(epochs));
    ChartSeries entry = series_of(*run, {});
    entry.marker = run->marker;
    chart.keys.push_back(std::move(entry));
  }
  chart.caption = caption_of(runs);
  return chart;
}

}  // namespace mlplab
