// One function a chart. Training is solid, testing dashed with the run's marker at the epochs.
#include "core/reporting/charts/run_charts.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/base/unreachable.h"
#include "core/data/load.h"
#include "core/reporting/charts/figure_charts.h"
#include "core/reporting/charts/training_curves.h"
#include "core/reporting/work_words.h"
#include "core/run/energy.h"
#include "core/statistics/statistics.h"

namespace mlplab {

namespace {

using Drawn = std::vector<const DrawnRun*>;

Drawn shown(const std::vector<DrawnRun>& runs) {
  Drawn result;
  for (const DrawnRun& run : runs)
    if (run.visible) result.push_back(&run);
  return result;
}

double place_of(const StepDone& step, RunAxis axis) {
  switch (axis) {
    case RunAxis::epochs:
      return step.epochs;
    case RunAxis::steps:
      return static_cast<double>(step.step);
    case RunAxis::seconds:
      return step.train_time_s;
  }
  unreachable();
}

/// The place of an epoch's end.
double place_of(const EpochDone& epoch, const RunLog& log, RunAxis axis) {
  switch (axis) {
    case RunAxis::epochs:
      return epoch.epoch;
    case RunAxis::steps:
      return static_cast<double>(log.started.steps_per_epoch) * epoch.epoch;
    case RunAxis::seconds:
      return epoch.train_time_s;
  }
  unreachable();
}

/// Why a run has no place on an axis; '' where it has one.
std::string why_no_place(const DrawnRun& run, RunAxis axis) {
  return axis == RunAxis::steps && run.log->started.steps_per_epoch <= 0 ? say("steps not known") : std::string();
}

/// The text of these three that is of the axis.
std::string by_axis(RunAxis axis, const char* by_epoch, const char* by_step, const char* by_time) {
  return say(axis == RunAxis::epochs ? by_epoch : axis == RunAxis::steps ? by_step : by_time);
}

/// Why the values of a run cannot stand on the axis of the newest shown one: of other data or classes, or, where the
/// loss is drawn, another loss; nor on an axis of steps that it does not tell. '' where they can.
std::string why_incomparable(const DrawnRun& run, const Drawn& drawn, bool of_loss, RunAxis axis) {
  if (drawn.empty()) return {};
  if (std::string why = why_no_place(run, axis); !why.empty()) return why;
  const RunSpec &own = *run.spec, &newest = *drawn.back()->spec;
  if (own.data.source != newest.data.source || own.model.outputs() != newest.model.outputs()) return say("other data");
  return of_loss && own.model.loss != newest.model.loss ? say("another loss") : std::string();
}

/// The shown runs that one axis can hold.
Drawn comparable(const std::vector<DrawnRun>& all, bool of_loss, RunAxis axis) {
  const Drawn runs = shown(all);
  Drawn result;
  std::ranges::copy_if(runs, std::back_inserter(result),
                       [&](const DrawnRun* run) { return why_incomparable(*run, runs, of_loss, axis).empty(); });
  return result;
}

/// The legend begins with the newest run, which is the one that is watched.
void begin_with_newest(std::vector<ChartSeries>& keys) {
  std::ranges::stable_sort(keys, std::greater<>(), [](const ChartSeries& key) { return key.key; });
}

/// From 0 to the most epochs that a shown run has or will have; of a very long run only what comes next.
int last_epoch(const Drawn& runs) {
  int most = 1;
  for (const DrawnRun* run : runs) {
    const int done = run->log->last_epoch();
    const int next = std::max(40, (done / 20 + 2) * 20);
    most = std::max(most, run->log->ended ? done : std::min(run->spec->epochs, next));
  }
  return most;
}

constexpr int max_bars = 60;  // epochs; beyond that bars are hairs, and a curve says more

void set_epoch_axis(Chart& chart, const Drawn& runs) {
  chart.x = {.title = say("epoch"), .integers = true, .min = 0.0, .max = last_epoch(runs)};
}

/// As far as the epochs of set_epoch_axis() reach; of seconds as far as there are any.
void set_axis(Chart& chart, const Drawn& runs, RunAxis axis) {
  switch (axis) {
    case RunAxis::epochs:
      set_epoch_axis(chart, runs);
      return;
    case RunAxis::steps: {
      chart.x.title = say("step");
      chart.x.integers = true;
      double last = 1.0;
      for (const DrawnRun* run : runs)
        last = std::max(last, static_cast<double>(run->log->started.steps_per_epoch) * last_epoch({run}));
      chart.x.max = last;
      break;
    }
    case RunAxis::seconds:
      chart.x.title = say("training time");
      chart.x.unit = "s";
      break;
  }
  chart.x.min = 0.0;
}

/// 'mnist, 60000 images, 3 epochs, augmented'
std::string data_words(const DrawnRun& run) {
  const std::string words =
      work_in_words(title_of(run.spec->data), image_count(run.log->started.train_examples), run.spec->epochs);
  return run.spec->data.augmentation.any() ? say("%1, augmented", words) : words;
}

std::string caption_of(const Drawn& runs) {
  std::string parts;
  for (const DrawnRun* run : runs) {
    const RunSpec& spec = *run->spec;
    parts +=
        (parts.empty() ? "" : " · ") + say("%1: %2, %3, batch %4, lr %5, seed %6, %7", run->name, spec.model.name(),
                                           data_words(*run), spec.batch, exact(spec.optimizer.learning_rate), spec.seed,
                                           count_of(std::max(1, run->log->started.workers), "worker"));
  }
  std::string caption = say("MLP Lab · %1 · curves: mean of each tenth of an epoch", parts);
  if (std::ranges::any_of(runs, [](const DrawnRun* run) { return run->spec->data.augmentation.any(); }))
    caption += say(
        " · augmented: the training images are moved, turned and sized anew in each epoch, and are harder than those "
        "of the test");
  return caption;
}

ChartSeries key(const std::string& name, LineStyle line, Marker marker = Marker::none) {
  return {.name = name, .line = line, .marker = marker};
}

std::string title_of(const DrawnRun& run) { return run.diverged ? run.title + say(" (diverged)") : run.title; }

ChartSeries series_of(const DrawnRun& run, const std::string& what) {
  return {.name = what.empty() ? title_of(run) : title_of(run) + " " + what, .color = run.color};
}

/// A curve that the legend shows and hides with its run.
ChartSeries curve_of(const DrawnRun& run, const std::string& what, LineStyle line) {
  ChartSeries series = series_of(run, what);
  series.line = line;
  series.key = run.key;
  series.in_legend = false;
  return series;
}

/// The legend entry of a run, which hides or shows it.
ChartSeries entry_of(const DrawnRun& run) {
  ChartSeries entry = series_of(run, {});
  entry.marker = run.marker;
  entry.key = run.key;
  entry.muted = !run.visible;
  return entry;
}

/// Images over time from each point of the training curve to the next.
void add_rates(ChartSeries& series, const RunLog& log, double scale, RunAxis axis) {
  const TrainingCurve curve = training_curve(log);
  series.note = curve_note(curve);
  double epochs = 0, time_s = 0;
  for (const StepDone& point : curve.points) {
    if (point.train_time_s > time_s)
      series.add(place_of(point, axis), scale * (point.epochs - epochs) *
                                            static_cast<double>(log.started.train_examples) /
                                            (point.train_time_s - time_s));
    epochs = point.epochs;
    time_s = point.train_time_s;
  }
}

/// The place of half an epoch; 0 before it.
double half_epoch_of(const RunLog& log, RunAxis axis) {
  const auto half = std::ranges::find_if(log.steps, [](const StepDone& step) { return step.epochs >= 0.5; });
  return half == log.steps.end() ? 0.0 : place_of(*half, axis);
}

/// The extreme of all curves from half an epoch on, once every run has an epoch: the wild beginning is outside, so that
/// the rest can be read. So is a diverged run among others.
std::optional<double> settled(const Drawn& runs, const Chart& chart, bool highest, RunAxis axis) {
  std::optional<double> extreme;
  if (std::ranges::any_of(runs, [](const DrawnRun* run) { return run->log->epochs.empty() && !run->diverged; })) {
    return extreme;
  }
  const bool all = std::ranges::all_of(runs, [](const DrawnRun* run) { return run->diverged; });
  for (const ChartSeries& s : chart.lines) {
    const auto run = std::ranges::find(runs, s.key, &DrawnRun::key);
    if (!all && run != runs.end() && (*run)->diverged) continue;
    const double half_epoch = run == runs.end() ? 0.0 : half_epoch_of(*(*run)->log, axis);
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      if (s.x[i] < half_epoch || !std::isfinite(s.y[i])) continue;
      if (!extreme || (highest ? s.y[i] > *extreme : s.y[i] < *extreme)) extreme = s.y[i];
    }
  }
  return extreme;
}

/// Runs so far apart that the slower (or faster) one would vanish on a linear axis.
bool far_apart(double least, double most) { return least > 0 && most / least > 25; }

template <class StepValue, class EpochValue, class ValidationValue>
void add_curves(Chart& chart, const std::vector<DrawnRun>& all, bool of_loss, RunAxis axis, StepValue of_step,
                EpochValue of_epoch, ValidationValue of_validation, bool mark_best) {
  bool cut = false, validated = false;
  const Drawn drawn = shown(all);
  for (const DrawnRun& run : all) {
    const std::string why_not = run.visible ? why_incomparable(run, drawn, of_loss, axis) : std::string();
    chart.keys.push_back(entry_of(run));
    if (!why_not.empty()) chart.keys.back().name = say("%1 (%2: not drawn)", title_of(run), why_not);
    if (!run.visible || !why_not.empty()) continue;
    cut = cut || run.diverged;
    ChartSeries train = curve_of(run, say("train"), LineStyle::solid);
    add_training(train, *run.log, of_step, [&](const StepDone& step) { return place_of(step, axis); });
    ChartSeries test = curve_of(run, say("test"), LineStyle::dashed);
    test.marker = run.marker;
    ChartSeries validation = curve_of(run, say("validation"), LineStyle::dotted);
    for (const EpochDone& epoch : run.log->epochs) {
      const double place = place_of(epoch, *run.log, axis);
      if (const std::optional<double> value = of_validation(epoch)) validation.add(place, *value);
      const std::optional<double> value = of_epoch(epoch);
      if (!value) continue;
      if (mark_best && epoch.epoch == run.log->best_epoch()) test.highlight = static_cast<int>(test.x.size());
      test.add(place, *value);
    }
    chart.lines.push_back(std::move(train));
    chart.lines.push_back(std::move(test));
    validated = validated || !validation.x.empty();
    if (!validation.x.empty()) chart.lines.push_back(std::move(validation));
  }
  begin_with_newest(chart.keys);
  if (all.empty()) return;
  chart.keys.push_back(key(say("train"), LineStyle::solid));
  chart.keys.push_back(key(say("test"), LineStyle::dashed));
  if (validated) chart.keys.push_back(key(say("validation"), LineStyle::dotted));
  if (cut) chart.keys.push_back(key(say("outside the axis"), LineStyle::none, Marker::triangle));
}

struct LossWords {
  std::string by_axis, unit;
};

LossWords words_of(Loss kind, RunAxis axis) {
  switch (kind) {
    case Loss::softmax_cross_entropy:
      return {by_axis(axis, to_say("cross-entropy by epoch"), to_say("cross-entropy by step"),
                      to_say("cross-entropy by training time")),
              say("nats")};
    case Loss::mean_squared_error:
      return {by_axis(axis, to_say("mean squared error by epoch"), to_say("mean squared error by step"),
                      to_say("mean squared error by training time")),
              {}};
  }
  unreachable();
}

/// The loss of all runs that are drawn.
Loss loss_of(const Drawn& runs) { return runs.empty() ? Loss::softmax_cross_entropy : runs.back()->spec->model.loss; }

}  // namespace

Chart run_loss_chart(const std::vector<DrawnRun>& all, RunAxis axis) {
  const auto runs = comparable(all, true, axis);
  const LossWords words = words_of(loss_of(runs), axis);
  Chart chart{.title = say("Loss"), .unit = words.by_axis};
  chart.y = {.title = say("loss"), .unit = words.unit, .min = 0.0};
  set_axis(chart, runs, axis);
  add_curves(
      chart, all, true, axis, [](const StepDone& s) { return s.loss; }, [](const EpochDone& e) { return e.loss_test; },
      [](const EpochDone& e) { return e.loss_validation; }, false);
  if (const auto top = settled(runs, chart, true, axis)) chart.y.max = *top * 1.02;
  chart.caption = caption_of(runs);
  return chart;
}

Chart run_accuracy_chart(const std::vector<DrawnRun>& all, RunAxis axis) {
  const auto runs = comparable(all, false, axis);
  Chart chart{.title = say("Accuracy")};
  chart.unit = by_axis(axis, to_say("% of images by epoch"), to_say("% of images by step"),
                       to_say("% of images by training time"));
  chart.y = {.title = say("accuracy"), .unit = "%", .max = 100.0};
  set_axis(chart, runs, axis);
  const auto percent_of = [](const std::optional<double>& share) {
    return share ? std::optional(100.0 * *share) : std::nullopt;
  };
  add_curves(
      chart, all, false, axis, [](const StepDone& s) { return 100.0 * s.accuracy; },
      [&](const EpochDone& e) { return percent_of(e.accuracy_test); },
      [&](const EpochDone& e) { return percent_of(e.accuracy_validation); }, true);
  if (!runs.empty()) {
    chart.keys.push_back(key(say("best"), LineStyle::none, Marker::circle));
    chart.keys.back().highlight = 0;
  }
  chart.y.min = 0.0;
  if (const auto low = settled(runs, chart, false, axis)) chart.y.min = *low;
  chart.caption = caption_of(runs);
  return chart;
}

Chart run_time_chart(const std::vector<DrawnRun>& all, bool bars) {
  const auto runs = shown(all);
  Chart chart;
  chart.title = say("Time per epoch");
  double longest = 0, fastest_run = 0;
  for (const DrawnRun* run : runs) {
    const std::vector<double> times = mapped(run->log->epochs, &EpochDone::epoch_time_s);
    const double typical_s = times.empty() ? 0.0 : median(times);
    if (typical_s > 0 && (fastest_run == 0 || typical_s < fastest_run)) fastest_run = typical_s;
    longest = std::max(longest, typical_s);
  }
  chart.y.logarithmic = far_apart(fastest_run, longest);
  const UnitOfTime unit = unit_of_time(chart.y.logarithmic ? fastest_run : longest > 0 ? longest : 1.0);
  chart.unit = unit.name;
  chart.x.title = say("epoch");
  chart.y.title = say("time per epoch");
  chart.y.unit = unit.name;
  if (!chart.y.logarithmic) chart.y.min = 0.0;
  if (longest == 0) chart.y.max = 1.0;
  chart.caption = caption_of(runs);
  const int epochs = last_epoch(runs);
  if (!bars || epochs > max_bars) {
    set_epoch_axis(chart, runs);
    for (const DrawnRun& run : all) {
      ChartSeries series = entry_of(run);
      if (!run.visible) {
        chart.keys.push_back(std::move(series));
        continue;
      }
      if (epochs > max_bars) series.marker = Marker::none;
      for (const EpochDone& epoch : run.log->epochs) series.add(epoch.epoch, epoch.epoch_time_s * unit.per_second);
      chart.lines.push_back(std::move(series));
    }
    return chart;
  }
  for (int i = 1; i <= epochs; ++i) chart.categories.push_back(std::to_string(i));
  for (const DrawnRun& run : all) {
    BarSeries series{.name = title_of(run), .color = run.color, .key = run.key, .muted = !run.visible};
    if (run.visible)
      for (const EpochDone& epoch : run.log->epochs) series.values.push_back(epoch.epoch_time_s * unit.per_second);
    chart.bars.push_back(std::move(series));
  }
  return chart;
}

std::optional<Chart> run_energy_chart(const std::vector<DrawnRun>& all) {
  const auto runs = shown(all);
  Chart chart{.title = say("Energy"), .y = {.title = say("energy of an epoch"), .unit = "J", .min = 0.0}};
  set_epoch_axis(chart, runs);
  chart.caption = caption_of(runs);
  bool any = false, uncertain = false;
  std::vector<std::string> meters;
  for (const DrawnRun& run : all) {
    ChartSeries series = entry_of(run);
    if (!run.visible) {  // its line in the legend is where it is shown again
      any = any || std::ranges::any_of(run.log->epochs, [&](const EpochDone& epoch) {
              return epoch_joules(epoch, run.log->started.energy).has_value();
            });
      chart.keys.push_back(std::move(series));
      continue;
    }
    for (const EpochDone& epoch : run.log->epochs) {
      const std::optional<double> joules = epoch_joules(epoch, run.log->started.energy);
      if (!joules) continue;
      series.add(epoch.epoch, *joules);
      uncertain = uncertain || epoch.energy->train_window_s < least_energy_window_s;
    }
    if (series.x.empty()) continue;
    any = true;
    const std::string words = energy_scope_words(run.log->started.energy.scopes);
    if (std::ranges::find(meters, words) == meters.end()) meters.push_back(words);
    chart.lines.push_back(std::move(series));
  }
  if (!any) return std::nullopt;
  chart.unit = uncertain ? say("≈ J, epochs below %1 s", significant(least_energy_window_s, 1)) : say("J of training");
  if (!meters.empty()) chart.caption += energy_caption(joined(meters, "; "));
  return chart;
}

Chart run_rate_chart(const std::vector<DrawnRun>& all, RunAxis axis) {
  const auto runs = shown(all);
  Chart chart;
  chart.title = say("Throughput");
  double fastest = 0, slowest = 0;
  for (const DrawnRun* run : runs) {
    const double rate = run->log->images_per_s();
    fastest = std::max(fastest, rate);
    if (rate > 0 && (slowest == 0 || rate < slowest)) slowest = rate;
  }
  const bool millions = fastest >= 1e6;
  const double scale = millions ? 1e-6 : 1e-3;
  chart.y.logarithmic = far_apart(slowest, fastest);
  chart.y.title = say("throughput");
  chart.y.unit = millions ? say("M images/s") : say("k images/s");
  chart.unit = chart.y.unit;
  if (!chart.y.logarithmic) chart.y.min = 0.0;
  set_axis(chart, runs, axis);
  for (const DrawnRun& run : all) {
    chart.keys.push_back(entry_of(run));
    if (!run.visible) continue;
    if (const std::string why = why_no_place(run, axis); !why.empty()) {
      chart.keys.back().name = say("%1 (%2: not drawn)", title_of(run), why);
      continue;
    }
    ChartSeries series = series_of(run, {});
    series.in_legend = false;
    add_rates(series, *run.log, scale, axis);
    ChartSeries epochs = series_of(run, say("mean of the epoch"));
    epochs.line = LineStyle::none;
    epochs.marker = run.marker;
    epochs.in_legend = false;
    for (const EpochDone& epoch : run.log->epochs)
      epochs.add(place_of(epoch, *run.log, axis), scale * epoch.images_per_s);
    chart.lines.push_back(std::move(series));
    chart.lines.push_back(std::move(epochs));
  }
  begin_with_newest(chart.keys);
  chart.caption = caption_of(runs);
  return chart;
}

}  // namespace mlplab
