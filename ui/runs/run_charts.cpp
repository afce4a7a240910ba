// One function a chart. Training is solid, testing dashed with the run's marker at the epochs.
#include "ui/runs/run_charts.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/numbers.h"
#include "core/base/unreachable.h"
#include "core/data/load.h"
#include "core/reporting/lab/plot.h"
#include "core/run/curve_grid.h"
#include "core/run/energy.h"
#include "ui/runs/run_difference.h"
#include "ui/runs/run_table.h"

namespace mlplab {

namespace {

/// Where the words of this file are translated (lupdate sees them).
struct RunChartsText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::RunCharts)
};

std::vector<const Run*> shown(const RunList& runs) {
  std::vector<const Run*> result;
  for (const auto& run : runs) {
    if (run->visible) result.push_back(run.get());
  }
  return result;
}

/// A run that the legend names: shown, or hidden by hand.
struct Named {
  const Run* run;
  QString title;
};
std::vector<Named> in_legend(const RunList& runs) {
  std::vector<const Run*> list;
  for (const auto& run : runs) {
    if (run->visible || run->set_aside) list.push_back(run.get());
  }
  const std::vector<QString> titles = titles_among(list);
  std::vector<Named> result;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const QString end = diverged(*list[i]) ? RunChartsText::tr(" (diverged)") : QString();
    result.push_back({list[i], titles[i] + end});
  }
  return result;
}

/// Why the values of a run cannot stand on the axis of the newest shown one: of other data or classes, or, where the
/// loss is drawn, another loss. '' where they can.
QString why_incomparable(const Run& run, const std::vector<const Run*>& drawn, bool of_loss) {
  if (drawn.empty()) return {};
  const RunSpec &own = run.spec, &newest = drawn.back()->spec;
  if (own.data.source != newest.data.source || own.model.outputs() != newest.model.outputs())
    return RunChartsText::tr("other data");
  return of_loss && own.model.loss != newest.model.loss ? RunChartsText::tr("another loss") : QString();
}

/// The shown runs that one axis can hold.
std::vector<const Run*> comparable(const RunList& all, bool of_loss) {
  const std::vector<const Run*> runs = shown(all);
  std::vector<const Run*> result;
  std::ranges::copy_if(runs, std::back_inserter(result),
                       [&](const Run* run) { return why_incomparable(*run, runs, of_loss).isEmpty(); });
  return result;
}

/// The legend begins with the newest run, which is the one that is watched.
void begin_with_newest(std::vector<ChartSeries>& keys) {
  std::ranges::stable_sort(keys, std::greater<>(), [](const ChartSeries& key) { return key.key; });
}

/// From 0 to the most epochs that a shown run has or will have; of a very long run only what comes next.
int last_epoch(const std::vector<const Run*>& runs) {
  int most = 1;
  for (const Run* run : runs) {
    const int done = run->log.epochs.empty() ? 0 : run->log.epochs.back().epoch;
    const int next = std::max(40, (done / 20 + 2) * 20);
    most = std::max(most, run->ended() ? done : std::min(run->spec.epochs, next));
  }
  return most;
}

constexpr int max_bars = 60;  // epochs; beyond that bars are hairs, and a curve says more

void set_epoch_axis(ChartData& chart, const std::vector<const Run*>& runs) {
  chart.x.title = RunChartsText::tr("epoch");
  chart.x.integers = true;
  chart.x.min = 0.0;
  chart.x.max = last_epoch(runs);
}

/// 'mnist, 60,000 images, 3 epochs, augmented'
QString data_words(const Run& run) {
  const QString words = work_words(title_of(run.spec.data), run.log.started.train_examples, run.spec.epochs);
  return run.spec.data.augmentation.any() ? RunChartsText::tr("%1, augmented").arg(words) : words;
}

QString caption_of(const std::vector<const Run*>& runs) {
  QStringList parts;
  for (const Run* run : runs) {
    const RunStarted& started = run->log.started;
    const int workers = std::max(1, started.workers);
    const RunSpec& spec = run->spec;
    // Together: names are the user's, and a '%3' in one of them is no place for the next.
    parts << RunChartsText::tr("%1: %2, %3, batch %4, lr %5, seed %6, %7")
                 .arg(run_title(*run), QString::fromStdString(spec.model.name()), data_words(*run),
                      QString::number(spec.batch), QString::number(spec.optimizer.learning_rate),
                      QString::number(spec.seed), QString::fromStdString(count_of(workers, "worker")));
  }
  QString caption =
      RunChartsText::tr("MLP Lab · %1 · curves: mean of each tenth of an epoch").arg(parts.join(QStringLiteral(" · ")));
  if (std::ranges::any_of(runs, [](const Run* run) { return run->spec.data.augmentation.any(); }))
    caption += RunChartsText::tr(
        " · augmented: the training images are moved, turned and sized anew in each epoch, and are harder than those "
        "of "
        "the test");
  return caption;
}

ChartSeries key(const QString& name, LineStyle line, Marker marker = Marker::none) {
  ChartSeries entry;
  entry.name = name;
  entry.line = line;
  entry.marker = marker;
  return entry;
}

ChartSeries series_of(const Named& named, const QString& what) {
  ChartSeries series;
  series.name = what.isEmpty() ? named.title : QStringLiteral("%1 %2").arg(named.title, what);
  series.color = named.run->color;
  return series;
}

/// The legend entry of a run, which hides or shows it.
ChartSeries entry_of(const Named& named) {
  ChartSeries entry = series_of(named, {});
  entry.marker = named.run->marker;
  entry.key = named.run->number;
  entry.muted = !named.run->visible;
  return entry;
}

/// The meaning of each point of a training curve.
QString curve_note(const TrainingCurve& curve) {
  return curve.on_grid ? RunChartsText::tr("mean of each tenth of an epoch")
                       : RunChartsText::tr("means between reports of its own: not at the points of other runs");
}

template <class StepValue>
void add_training(ChartSeries& series, const RunLog& log, StepValue value) {
  const TrainingCurve curve = training_curve(log);
  series.note = curve_note(curve);
  for (const StepDone& point : curve.points) {
    series.x.push_back(point.epochs);
    series.y.push_back(value(point));
  }
}

/// Images over time from each point of the training curve to the next.
void add_rates(ChartSeries& series, const RunLog& log, double scale) {
  const TrainingCurve curve = training_curve(log);
  series.note = curve_note(curve);
  double epochs = 0, time_s = 0;
  for (const StepDone& point : curve.points) {
    if (point.train_time_s > time_s) {
      series.x.push_back(point.epochs);
      series.y.push_back(scale * (point.epochs - epochs) * static_cast<double>(log.started.train_examples) /
                         (point.train_time_s - time_s));
    }
    epochs = point.epochs;
    time_s = point.train_time_s;
  }
}

/// The extreme of all curves from half an epoch on, once every run has an epoch: the wild beginning is outside, so that
/// the rest can be read. So is a diverged run among others.
std::optional<double> settled(const std::vector<const Run*>& runs, const ChartData& chart, bool highest) {
  std::optional<double> extreme;
  if (std::ranges::any_of(runs, [](const Run* run) { return run->log.epochs.empty() && !diverged(*run); })) {
    return extreme;
  }
  const bool all = std::ranges::all_of(runs, [](const Run* run) { return diverged(*run); });
  for (const ChartSeries& s : chart.lines) {
    const auto run = std::ranges::find(runs, s.key, &Run::number);
    if (!all && run != runs.end() && diverged(**run)) continue;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      if (s.x[i] < 0.5 || !std::isfinite(s.y[i])) continue;
      if (!extreme || (highest ? s.y[i] > *extreme : s.y[i] < *extreme)) extreme = s.y[i];
    }
  }
  return extreme;
}

/// Runs so far apart that the slower (or faster) one would vanish on a linear axis.
bool far_apart(double least, double most) { return least > 0 && most / least > 25; }

template <class StepValue, class EpochValue>
void add_curves(ChartData& chart, const RunList& all, bool of_loss, StepValue of_step, EpochValue of_epoch,
                bool mark_best) {
  bool cut = false;
  const std::vector<const Run*> drawn = shown(all);
  const std::vector<Named> runs = in_legend(all);
  for (Named named : runs) {
    const Run* run = named.run;
    const QString why_not = run->visible ? why_incomparable(*run, drawn, of_loss) : QString();
    if (!why_not.isEmpty()) named.title = RunChartsText::tr("%1 (%2: not drawn)").arg(named.title, why_not);
    chart.keys.push_back(entry_of(named));
    if (!run->visible || !why_not.isEmpty()) continue;
    cut = cut || diverged(*run);
    ChartSeries train = series_of(named, RunChartsText::tr("train"));
    train.key = run->number;
    train.in_legend = false;
    add_training(train, run->log, of_step);
    ChartSeries test = series_of(named, RunChartsText::tr("test"));
    test.key = run->number;
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
  }
  begin_with_newest(chart.keys);
  if (runs.empty()) return;
  chart.keys.push_back(key(RunChartsText::tr("train"), LineStyle::solid));
  chart.keys.push_back(key(RunChartsText::tr("test"), LineStyle::dashed));
  if (cut) chart.keys.push_back(key(RunChartsText::tr("outside the axis"), LineStyle::none, Marker::triangle));
}

struct LossWords {
  QString by_epoch, unit;
};

LossWords words_of(Loss kind) {
  switch (kind) {
    case Loss::softmax_cross_entropy:
      return {RunChartsText::tr("cross-entropy by epoch"), RunChartsText::tr("nats")};
    case Loss::mean_squared_error:
      return {RunChartsText::tr("mean squared error by epoch"), {}};
  }
  unreachable();
}

/// The loss of all runs that are drawn.
Loss loss_of(const std::vector<const Run*>& runs) {
  return runs.empty() ? Loss::softmax_cross_entropy : runs.back()->spec.model.loss;
}

}  // namespace

TimeUnit time_unit(double typical_s) {
  const UnitOfTime unit = unit_of_time(typical_s);
  return {QString::fromStdString(unit.name), unit.per_second};
}

void add_training_loss(ChartSeries& series, const RunLog& log) {
  add_training(series, log, [](const StepDone& step) { return step.loss; });
}

ChartData loss_chart(const RunList& all) {
  const auto runs = comparable(all, true);
  ChartData chart;
  chart.title = RunChartsText::tr("Loss");
  const LossWords words = words_of(loss_of(runs));
  chart.unit = words.by_epoch;
  chart.y.title = RunChartsText::tr("loss");
  chart.y.unit = words.unit;
  chart.y.min = 0.0;
  set_epoch_axis(chart, runs);
  add_curves(
      chart, all, true, [](const StepDone& s) { return s.loss; }, [](const EpochDone& e) { return e.loss_test; },
      false);
  if (const auto top = settled(runs, chart, true)) chart.y.max = *top * 1.02;
  chart.caption = caption_of(runs);
  return chart;
}

ChartData accuracy_chart(const RunList& all) {
  const auto runs = comparable(all, false);
  ChartData chart;
  chart.title = RunChartsText::tr("Accuracy");
  chart.unit = RunChartsText::tr("% of images by epoch");
  chart.y.title = RunChartsText::tr("accuracy");
  chart.y.unit = QStringLiteral("%");
  chart.y.max = 100.0;
  set_epoch_axis(chart, runs);
  add_curves(
      chart, all, false, [](const StepDone& s) { return 100.0 * s.accuracy; },
      [](const EpochDone& e) {
        return e.accuracy_test ? std::optional<double>(100.0 * *e.accuracy_test) : std::nullopt;
      },
      true);
  if (!runs.empty()) {
    chart.keys.push_back(key(RunChartsText::tr("best"), LineStyle::none, Marker::circle));
    chart.keys.back().highlight = 0;
  }
  chart.y.min = 0.0;
  if (const auto low = settled(runs, chart, false)) chart.y.min = *low;
  chart.caption = caption_of(runs);
  return chart;
}

ChartData epoch_time_chart(const RunList& all) {
  const auto runs = shown(all);
  ChartData chart;
  chart.title = RunChartsText::tr("Time per epoch");
  double longest = 0, fastest_run = 0;
  for (const Run* run : runs) {
    const double typical_s = epoch_times(run->log).median_s;
    if (typical_s > 0 && (fastest_run == 0 || typical_s < fastest_run)) fastest_run = typical_s;
    longest = std::max(longest, typical_s);
  }
  chart.y.logarithmic = far_apart(fastest_run, longest);
  const TimeUnit unit = time_unit(chart.y.logarithmic ? fastest_run : longest > 0 ? longest : 1.0);
  chart.unit = unit.name;
  chart.x.title = RunChartsText::tr("epoch");
  chart.y.title = RunChartsText::tr("time per epoch");
  chart.y.unit = unit.name;
  if (!chart.y.logarithmic) chart.y.min = 0.0;
  if (longest == 0) chart.y.max = 1.0;
  chart.caption = caption_of(runs);
  const int epochs = last_epoch(runs);
  if (epochs > max_bars) {
    set_epoch_axis(chart, runs);
    for (const Named& named : in_legend(all)) {
      const Run* run = named.run;
      ChartSeries series = entry_of(named);
      if (!run->visible) {
        chart.keys.push_back(std::move(series));
        continue;
      }
      series.marker = Marker::none;
      for (const EpochDone& epoch : run->log.epochs) {
        series.x.push_back(epoch.epoch);
        series.y.push_back(epoch.epoch_time_s * unit.per_second);
      }
      chart.lines.push_back(std::move(series));
    }
    return chart;
  }
  for (int i = 1; i <= epochs; ++i) chart.categories << QString::number(i);
  for (const Named& named : in_legend(all)) {
    const Run* run = named.run;
    BarSeries bars;
    bars.name = named.title;
    bars.color = run->color;
    bars.key = run->number;
    bars.muted = !run->visible;
    if (run->visible)
      for (const EpochDone& epoch : run->log.epochs) bars.values.push_back(epoch.epoch_time_s * unit.per_second);
    chart.bars.push_back(std::move(bars));
  }
  return chart;
}

std::optional<ChartData> run_energy_chart(const RunList& all) {
  const auto runs = shown(all);
  ChartData chart;
  chart.title = RunChartsText::tr("Energy");
  chart.y.title = RunChartsText::tr("energy of an epoch");
  chart.y.unit = QStringLiteral("J");
  chart.y.min = 0.0;
  set_epoch_axis(chart, runs);
  chart.caption = caption_of(runs);
  bool any = false, uncertain = false;
  QStringList meters;
  for (const Named& named : in_legend(all)) {
    const Run* run = named.run;
    ChartSeries series = entry_of(named);
    if (!run->visible) {  // its line in the legend is where it is shown again
      any = any || std::ranges::any_of(run->log.epochs, [&](const EpochDone& epoch) {
              return epoch_joules(epoch, run->log.started.energy).has_value();
            });
      chart.keys.push_back(std::move(series));
      continue;
    }
    for (const EpochDone& epoch : run->log.epochs) {
      const std::optional<double> joules = epoch_joules(epoch, run->log.started.energy);
      if (!joules) continue;
      series.x.push_back(epoch.epoch);
      series.y.push_back(*joules);
      uncertain = uncertain || epoch.energy->train_window_s < least_energy_window_s;
    }
    if (series.x.empty()) continue;
    any = true;
    const QString words = QString::fromStdString(energy_scope_words(run->log.started.energy.scopes));
    if (!meters.contains(words)) meters << words;
    chart.lines.push_back(std::move(series));
  }
  if (!any) return std::nullopt;
  chart.unit = uncertain ? RunChartsText::tr("≈ J, epochs below %1 s").arg(least_energy_window_s)
                         : RunChartsText::tr("J of training");
  if (!meters.isEmpty())
    chart.caption += RunChartsText::tr(" · energy: %1, with all that ran there").arg(meters.join(QStringLiteral("; ")));
  return chart;
}

std::vector<ChartData> run_charts(const RunList& runs) {
  std::vector<ChartData> charts = {loss_chart(runs), accuracy_chart(runs), epoch_time_chart(runs),
                                   throughput_chart(runs)};
  if (std::optional<ChartData> energy = run_energy_chart(runs)) charts.push_back(std::move(*energy));
  return charts;
}

ChartData throughput_chart(const RunList& all) {
  const auto runs = shown(all);
  ChartData chart;
  chart.title = RunChartsText::tr("Throughput");
  double fastest = 0, slowest = 0;
  for (const Run* run : runs) {
    const double rate = run->log.images_per_s();
    fastest = std::max(fastest, rate);
    if (rate > 0 && (slowest == 0 || rate < slowest)) slowest = rate;
  }
  const bool millions = fastest >= 1e6;
  const double scale = millions ? 1e-6 : 1e-3;
  chart.y.logarithmic = far_apart(slowest, fastest);
  chart.y.title = RunChartsText::tr("throughput");
  chart.y.unit = millions ? RunChartsText::tr("M images/s") : RunChartsText::tr("k images/s");
  chart.unit = chart.y.unit;
  if (!chart.y.logarithmic) chart.y.min = 0.0;
  set_epoch_axis(chart, runs);
  for (const Named& named : in_legend(all)) {
    const Run* run = named.run;
    chart.keys.push_back(entry_of(named));
    if (!run->visible) continue;
    ChartSeries series = series_of(named, {});
    series.in_legend = false;
    add_rates(series, run->log, scale);
    ChartSeries epochs = series_of(named, RunChartsText::tr("mean of the epoch"));
    epochs.line = LineStyle::none;
    epochs.marker = run->marker;
    epochs.in_legend = false;
    for (const EpochDone& epoch : run->log.epochs) {
      epochs.x.push_back(epoch.epoch);
      epochs.y.push_back(scale * epoch.images_per_s);
    }
    chart.lines.push_back(std::move(series));
    chart.lines.push_back(std::move(epochs));
  }
  begin_with_newest(chart.keys);
  chart.caption = caption_of(runs);
  return chart;
}

}  // namespace mlplab
