// Solid: measured. Dashed grey: ideal. Dotted: the fitted law. Crosses: points outside every fit, because they are
// oversubscribed or trained something else.
#include "core/reporting/charts/sweep_charts.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/launch/configurations.h"
#include "core/reporting/charts/course_charts.h"
#include "core/reporting/charts/figure_charts.h"
#include "core/reporting/charts/looks.h"
#include "core/reporting/palette.h"
#include "core/reporting/sweep_report.h"
#include "core/reporting/work_words.h"
#include "core/study/figures.h"
#include "core/study/kinds/scaling.h"

namespace mlplab {

namespace {

constexpr int curve_points = 80;
constexpr std::size_t law_charts = 4;  // the first ones of a sweep over workers: joules follow no law of scaling

/// The number of a value on a numeric axis; not_known for another.
double axis_number(const std::string& value) { return typed_number(value).value_or(not_known); }

double x_of(const SweepAnalysis& analysis, const SweepPoint& point) {
  return analysis.spec.axis == SweepAxis::workers && point.workers > 0 ? point.workers : axis_number(point.value);
}

SeriesColor color_of(const SweepAnalysis& analysis) { return {std::max(0, backend_index(analysis.spec.base)), 0}; }
/// Apart from that of what was measured.
SeriesColor guess_color(const SweepAnalysis& analysis) { return {color_of(analysis).index + 3, 0}; }
SeriesColor published_color(const SweepAnalysis& analysis) { return {color_of(analysis).index + 4, 0}; }

/// `values`: what each value is, and what its bar.
std::string caption_of(const SweepAnalysis& analysis, const std::string& values) {
  const SweepSpec& spec = analysis.spec;
  std::string configuration = configuration_title(spec.base);
  const bool second = spec.across && spec.across->axis == SweepAxis::backend;
  if (second || spec.axis == SweepAxis::backend)
    configuration = joined(second ? spec.across->values : spec.values, ", ",
                           [](const std::string& value) { return configuration_title(value); });
  std::string text =
      say("%1, %2, %3, %4, seed %5", network_in_words(spec), sweep_work(analysis, image_count(images_of(analysis))),
          configuration, batch_in_words(spec), unless_varied(spec, SweepAxis::seed, std::to_string(spec.base.seed)));
  if (spec.axis.of != nullptr) text += ", " + in_words(spec.axis) + " " + in_one_line(spec.values);
  if (spec.across && spec.across->axis.of != nullptr)
    text += ", " + in_words(spec.across->axis) + " " + in_one_line(spec.across->values);
  return caption_begin + text + " · " + values + " · " + analysis.machine.cpu + ", " +
         analysis.machine.cores_in_words();
}

/// How the points of a sweep are drawn, or of a slice of one.
struct Look {
  std::string name;
  SeriesColor color;
  Marker marker = Marker::circle;
  std::string prefix = {};  // of the names of crosses and laws: 'batch 64, '
  LineStyle line = LineStyle::solid;
};

Look look_of(const SweepAnalysis& analysis) { return {configuration_title(analysis.spec.base), color_of(analysis)}; }

/// A slice has the colour of its backend, where these are what tells slices apart.
Look look_of_slice(const SweepAnalysis& whole, std::size_t slice) {
  const std::string name = value_words(whole.spec.across->axis, across_of(whole.spec, slice));
  const int place = static_cast<int>(slice), colors = static_cast<int>(light_palette.series.size());
  const bool backends = whole.spec.across->axis == SweepAxis::backend;
  return {name, backends ? color_of(whole.slices[slice]) : SeriesColor{place % colors, place / colors},
          all_markers[slice % all_markers.size()], name + ", "};
}

/// The sweep itself, or its slices, which are drawn one after the other.
std::vector<std::pair<const SweepAnalysis*, Look>> parts_of(const SweepAnalysis& whole) {
  if (!whole.spec.across) return {{&whole, look_of(whole)}};
  std::vector<std::pair<const SweepAnalysis*, Look>> parts;
  for (std::size_t slice = 0; slice < whole.slices.size(); ++slice)
    parts.emplace_back(&whole.slices[slice], look_of_slice(whole, slice));
  return parts;
}

// The measured points: those that a law may be fitted to joined by a line, the others crosses. `look`: of one of the
// figures that the chart has.
void add_points(Chart& chart, const SweepAnalysis& analysis, const Figure& figure, double scale, const Look& look) {
  const std::vector<Cell> cells = cells_of(analysis);
  std::vector<std::size_t> points;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i].counted > 0 && figure.of(cells[i]).known()) points.push_back(i);
  std::ranges::sort(points, {}, [&](std::size_t i) { return x_of(analysis, analysis.points[i]); });
  ChartSeries measured{.name = look.name, .color = look.color, .line = look.line, .marker = look.marker};
  if (analysis.spec.axis == SweepAxis::seed) measured.line = LineStyle::none;  // there is nothing between two seeds
  ChartSeries beyond = measured;
  beyond.name = look.prefix + say("oversubscribed");
  beyond.marker = Marker::cross;
  beyond.line = LineStyle::none;
  ChartSeries other = beyond;
  other.name = look.prefix + say("other losses, or not compared");
  for (const std::size_t i : points) {
    const SweepPoint& point = analysis.points[i];
    ChartSeries& series = !point.same_training() ? other : point.oversubscribed ? beyond : measured;
    add_value(series, x_of(analysis, point), figure.of(cells[i]), scale);
  }
  for (const ChartSeries& series : {measured, beyond, other}) {
    if (!series.x.empty()) chart.lines.push_back(series);
  }
}

/// A group of bars for each value of the first axis, one for each value of the second.
void add_bars_of_slices(Chart& chart, const SweepAnalysis& whole, const std::vector<const Figure*>& together,
                        double scale) {
  for (const Cell& cell : cells_of(whole.slices.front())) chart.categories.push_back(cell.label);
  for (const auto& [slice, look] : parts_of(whole)) {
    const std::vector<Cell> cells = cells_of(*slice);
    for (const Figure* figure : together) {
      BarSeries bars{.name = series_name(look.name, *figure, together),
                     .color = look.color,
                     .fill = figure == together.front() ? Fill::plain : Fill::rising};
      for (const Cell& cell : cells) add_value(bars, figure->of(cell), scale, any_spread(*figure, cells));
      chart.bars.push_back(std::move(bars));
    }
  }
}

/// The points of the sweep or of its slices, of each figure that the chart has: the second one dotted.
void add_curves(Chart& chart, const SweepAnalysis& analysis, const std::vector<const Figure*>& together, double scale) {
  for (const Figure* figure : together)
    for (auto [part, look] : parts_of(analysis)) {
      look.name = series_name(look.name, *figure, together);
      if (together.size() > 1) look.prefix = look.name + ", ";
      if (figure != together.front()) look.line = LineStyle::dotted;
      add_points(chart, *part, *figure, scale, look);
    }
}

/// For each value the mean over its seeds, and a bar from the lowest to the highest.
void add_means_over_seeds(Chart& chart, const SweepAnalysis& whole) {
  const auto [fewest, most] = std::ranges::minmax(whole.each_over_seeds, {}, &AccuracyOverSeeds::seeds);
  const std::string seeds = count_of(most.seeds, "seed");  // fewer while the sweep goes on
  const std::string counted = fewest.seeds == most.seeds ? seeds : say("%1 to %2", fewest.seeds, seeds);
  ChartSeries means{.name = say("mean of %1", counted), .color = color_of(whole), .marker = Marker::circle};
  BarSeries bars{.name = means.name, .color = means.color};
  for (const AccuracyOverSeeds& one : whole.each_over_seeds) {
    const Measured measured{one.mean, {one.min, one.max}};
    if (has_names(whole.spec.axis)) {
      chart.categories.push_back(value_words(whole.spec.axis, one.value));
      add_value(bars, measured, 100.0, true);
    } else {
      add_value(means, axis_number(one.value), measured, 100.0);
    }
  }
  if (has_names(whole.spec.axis))
    chart.bars.push_back(std::move(bars));
  else
    chart.lines.push_back(std::move(means));
}

/// Batches and widths double; of other settings values that span more than a factor of ten.
bool is_logarithmic(const SweepAnalysis& analysis) {
  if (analysis.spec.axis.of == nullptr)
    return analysis.spec.axis == SweepAxis::batch || analysis.spec.axis == SweepAxis::width;
  double least = not_known, most = not_known;  // fmin and fmax pass over what is not known
  for (const std::string& value : analysis.spec.values) {
    least = std::fmin(least, axis_number(value));
    most = std::fmax(most, axis_number(value));
  }
  return least > 0.0 && most > 10.0 * least;
}

Chart measured_chart(const SweepAnalysis& analysis, const std::vector<Cell>& cells, const Figure& figure,
                     const SweepExtras& extras) {
  const double scale = shown_unit(figure, cells).scale;
  const bool over_seeds = &figure == &figures::accuracy && !analysis.each_over_seeds.empty();
  const std::vector<const Figure*> together = drawn_together(figure, cells);
  Chart chart = figure_chart(figure, cells, baseline_words(analysis));
  const char* drawn = over_seeds                  ? to_say("mean over the seeds, bars: the lowest and the highest")
                      : any_spread(figure, cells) ? to_say("median of %1 repeats, bars: 95 % interval")
                                                  : to_say("medians of %1 repeats");
  std::string caption = caption_of(analysis, say(drawn, analysis.spec.repeats));
  for (const PublishedOverlay& published : extras.published)
    caption += published_caption(published.label, published.machine);
  chart.caption = caption + chart.caption;
  chart.x.title = in_words(analysis.spec.axis);
  if (has_names(analysis.spec.axis)) {
    if (over_seeds)
      add_means_over_seeds(chart, analysis);
    else if (analysis.spec.across)
      add_bars_of_slices(chart, analysis, together, scale);
    else
      add_cell_bars(chart, figure, cells);
    return chart;
  }
  chart.x.integers = has_whole_numbers(analysis.spec.axis);
  chart.x.logarithmic = is_logarithmic(analysis);
  if (&figure == &figures::accuracy || &figure == &figures::karp_flatt) chart.y.min.reset();
  if (over_seeds)
    add_means_over_seeds(chart, analysis);
  else
    add_curves(chart, analysis, together, scale);
  return chart;
}

double max_workers(const SweepAnalysis& analysis, const SweepExtras& extras) {
  double most = 1.0;
  for (const SweepPoint& point : analysis.points) most = std::max(most, axis_number(point.value));
  for (const PublishedOverlay& published : extras.published)
    for (const SpeedupPoint& point : published.points) most = std::max<double>(most, point.workers);
  if (extras.guess) most = std::max<double>(most, extras.guess->workers);
  return most;
}

template <class Function>
ChartSeries curve(const std::string& name, const SeriesColor& color, LineStyle line, double last, Function&& y) {
  ChartSeries series{.name = name, .color = color, .line = line, .role = ChartSeries::Role::computed};
  for (int i = 0; i < curve_points; ++i) {
    const double x = 1.0 + (last - 1.0) * i / (curve_points - 1);
    series.add(x, y(x));
  }
  return series;
}

std::string model_name(const ScalingFit& fit) {
  switch (fit.model) {
    case ScalingModel::amdahl:
      return say(fit.both_fit ? "Amdahl (Gunther fits too), %1 serial" : "Amdahl, %1 serial", percent(fit.f));
    case ScalingModel::amdahl_overhead:
      return say("Gunther, %1 serial", percent(fit.f));
    case ScalingModel::gustafson:
      return say("Gustafson, %1 serial", percent(fit.f));
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

// Upright dotted lines where the first slower core or shared core comes in.
void add_core_marks(Chart& chart, const SweepAnalysis& analysis, double last, double top) {
  const auto mark = [&](int worker, const std::string& name) {
    if (worker < 2 || worker > last) return;
    chart.lines.push_back({.name = name,
                           .line = LineStyle::dotted,
                           .x = {worker - 0.5, worker - 0.5},
                           .y = {0.0, top},
                           .role = ChartSeries::Role::guide});
  };
  mark(analysis.machine.first_slow_worker, say("E-cores from worker %1", analysis.machine.first_slow_worker));
  mark(analysis.machine.first_smt_worker, say("shared cores from worker %1", analysis.machine.first_smt_worker));
}

/// The law that was fitted to a sweep or to a slice, as far as `last` workers.
void add_law(Chart& chart, const SweepAnalysis& analysis, const Figure& figure, double scale, double last,
             const Look& look) {
  const bool of_karp_flatt = &figure == &figures::karp_flatt;
  if (of_karp_flatt ? analysis.fit.model != ScalingModel::amdahl : analysis.fit.model == ScalingModel::none) return;
  const double first = axis_number(analysis.baseline);
  const auto law = [&](double p) {
    if (&figure == &figures::speedup) return fitted_speedup(analysis, p);
    if (&figure == &figures::efficiency) return 100.0 * fitted_speedup(analysis, p) * first / p;
    return of_karp_flatt ? 100.0 * analysis.fit.f : scale * analysis.fit.time_s(p);
  };
  chart.lines.push_back(curve(look.prefix + model_name(analysis.fit), look.color, LineStyle::dotted, last, law));
}

/// Over workers: the fitted laws, the guess, what was published, where slower cores begin, the ideal.
void add_laws(Chart& chart, const SweepAnalysis& analysis, const std::vector<Cell>& cells, const Figure& figure,
              const SweepExtras& extras) {
  const double scale = shown_unit(figure, cells).scale;
  const bool of_speed = &figure == &figures::speedup, of_efficiency = &figure == &figures::efficiency;
  const bool of_karp_flatt = &figure == &figures::karp_flatt;
  const bool of_time = !of_speed && !of_efficiency && !of_karp_flatt;
  const double last = max_workers(analysis, of_time ? SweepExtras() : extras);
  const double first = axis_number(analysis.baseline);
  chart.x.min = 1.0;
  chart.x.max = std::max(2.0, last);
  for (const auto& [part, look] : parts_of(analysis)) add_law(chart, *part, figure, scale, last, look);
  if (of_speed && extras.guess) {
    const double f = extras.guess->serial_fraction();
    chart.lines.push_back(curve(say("our guess"), guess_color(analysis), LineStyle::dashed, last,
                                [&](double p) { return 1.0 / (f + (1.0 - f) / p); }));
  }
  SeriesColor color = published_color(analysis);
  for (const PublishedOverlay& published : of_time ? std::vector<PublishedOverlay>() : extras.published) {
    chart.lines.push_back(curve_of(published, figure));
    chart.lines.back().color = color;
    ++color.index;
  }
  if (of_speed) add_core_marks(chart, analysis, last, last / first);
  if (of_speed || of_efficiency)
    chart.lines.push_back(
        curve(say("ideal"), {}, LineStyle::dashed, last, [&](double p) { return of_speed ? p / first : 100.0; }));
  const bool negative = std::ranges::any_of(chart.lines, [](const ChartSeries& series) {
    return std::ranges::any_of(series.y, [](double y) { return y < 0.0; });
  });
  if (of_karp_flatt && !negative) chart.y.min = 0.0;
}

/// Mean, minimum and maximum, from the first seed to the last.
void add_seed_lines(Chart& chart, const SweepAnalysis& analysis) {
  const AccuracyOverSeeds& accuracy = *analysis.over_seeds;
  double first = x_of(analysis, analysis.points.front()), last = first;
  for (const SweepPoint& point : analysis.points) {
    first = std::min(first, x_of(analysis, point));
    last = std::max(last, x_of(analysis, point));
  }
  const auto level = [&](const std::string& name, double value, LineStyle line) {
    chart.lines.push_back({.name = name,
                           .line = line,
                           .x = {first, last},
                           .y = {100.0 * value, 100.0 * value},
                           .role = ChartSeries::Role::computed});
  };
  level(say("mean of %1 seeds", accuracy.seeds), accuracy.mean, LineStyle::dashed);
  level(say("minimum"), accuracy.min, LineStyle::dotted);
  level(say("maximum"), accuracy.max, LineStyle::dotted);
}

/// Repeats of a value begin and train alike: the curves are those of the first run of each. One epoch is no course.
std::vector<Chart> course_charts(const SweepAnalysis& analysis, const std::vector<Cell>& cells) {
  std::vector<RunLog> logs;
  std::vector<Course> courses;
  logs.reserve(analysis.points.size());
  std::size_t longest = 0;
  for (std::size_t i = 0; i < analysis.points.size(); ++i) {
    const SweepPoint& point = analysis.points[i];
    if (point.runs.empty()) continue;
    const RunLog& log = logs.emplace_back(log_of(point.runs.front(), analysis.spec.base));
    longest = std::max(longest, log.epochs.size());
    const int place = static_cast<int>(i), colors = static_cast<int>(light_palette.series.size());
    const BackendLook look = analysis.spec.axis == SweepAxis::backend
                                 ? look_of_backend(point.value)
                                 : BackendLook{{place % colors, place / colors}, all_markers[i % all_markers.size()]};
    courses.push_back({cells[i].label, look.color, look.marker, &log});
  }
  if (longest < 2) return {};
  std::vector<Chart> charts = course_charts(courses, static_cast<int>(longest));
  std::erase_if(charts, [](const Chart& chart) {
    return std::ranges::all_of(chart.lines, [](const ChartSeries& series) { return series.x.empty(); });
  });
  for (Chart& chart : charts) chart.caption = caption_of(analysis, say("the first run of each value"));
  return charts;
}

}  // namespace

double Guess::serial_fraction() const {
  if (workers < 2 || speedup <= 0.0) return 1.0;
  return std::clamp((1.0 / speedup - 1.0 / workers) / (1.0 - 1.0 / workers), 0.0, 1.0);
}

PublishedOverlay overlay_of(const PublishedStudy& study, const PublishedCurve& curve) {
  return {study.label + ", " + say(curve.name) + " (" + say(study.machine_short) + ")", say(study.machine),
          speedups(curve.points, 1), beside_published(study, {PublishedPart::scaling, PublishedPart::energy})};
}

ChartSeries curve_of(const PublishedOverlay& published, const Figure& figure) {
  const auto value = &figure == &figures::speedup      ? &SpeedupPoint::speedup
                     : &figure == &figures::efficiency ? &SpeedupPoint::efficiency
                                                       : &SpeedupPoint::karp_flatt;
  ChartSeries series{.name = published.label, .line = LineStyle::dashed, .marker = Marker::square};
  for (const SpeedupPoint& point : published.points)
    if (std::isfinite(point.*value)) series.add(point.workers, figure.scale * point.*value);
  return series;
}

std::vector<Chart> sweep_charts(const SweepAnalysis& analysis, const SweepExtras& extras) {
  const bool workers = analysis.spec.axis == SweepAxis::workers;
  const std::vector<Cell> cells = cells_of(analysis);
  std::vector<Chart> charts;
  for (const Figure* figure : chart_figures(analysis)) {
    const bool of_law = workers && charts.size() < law_charts;
    // A guess and a published curve are of one sweep over workers, and no slice is that one.
    const SweepExtras beside = of_law && !analysis.spec.across ? extras : SweepExtras();
    Chart& chart = charts.emplace_back(measured_chart(analysis, cells, *figure, beside));
    if (of_law) add_laws(chart, analysis, cells, *figure, beside);
    if (figure == &figures::accuracy && analysis.over_seeds) add_seed_lines(chart, analysis);
  }
  for (Chart& stack : stacked_charts(cells)) {
    stack.x.title = axes_in_words(analysis.spec);
    stack.caption = caption_of(
        analysis, say(stack.id == "step" ? "means of %1 repeats" : "medians of %1 repeats", analysis.spec.repeats));
    charts.push_back(std::move(stack));
  }
  std::ranges::move(course_charts(analysis, cells), std::back_inserter(charts));
  return charts;
}

}  // namespace mlplab
