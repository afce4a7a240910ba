// Bars and ring have the parts in the order, colours and patterns of looks.h; curves have their backend's colour.
#include "core/reporting/charts/profile_charts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/launch/configurations.h"
#include "core/reporting/charts/figure_charts.h"
#include "core/reporting/charts/looks.h"
#include "core/reporting/profile_report.h"
#include "core/reporting/work_words.h"
#include "core/study/profile/roofline.h"

namespace mlplab {

namespace {

constexpr int overlay_color = 5;

const ProfilePoint* chosen_point(const ProfileStudy& study, const ProfileChoice& choice) {
  if (choice.point < 0 || choice.point >= static_cast<int>(study.points.size())) return nullptr;
  const ProfilePoint& point = study.points[static_cast<std::size_t>(choice.point)];
  return point.failure.empty() ? &point : nullptr;
}

std::string source_of(const ProfileStudy& study) {
  std::vector<std::string> parts{"MLP Lab"};
  if (!study.points.empty()) {
    const ProfilePoint& first = study.points.front();
    parts.insert(parts.end(),
                 {configuration_title(first.backend), first.device, first.model ? first.model->name() : std::string(),
                  work_in_words(first.data, image_count(first.images), first.epochs)});
  }
  if (study.recorded.empty())
    parts.insert(parts.end(), {study.machine, study.date});
  else
    parts.push_back(study.recorded);
  std::erase(parts, std::string());
  return joined(parts, " · ");
}

Chart frame(const ProfileStudy& study, const std::string& title) {
  return {.title = title, .caption = source_of(study)};
}

void cite(Chart& chart, const ProfileChoice& choice) {
  if (!choice.overlay) return;
  chart.caption += published_caption(choice.overlay->label, choice.overlay->machine);
}

/// The points that the bars stand for.
std::vector<const ProfilePoint*> bar_points(const ProfileStudy& study, const ProfileChoice& choice) {
  const ProfilePoint* chosen = chosen_point(study, choice);
  std::vector<const ProfilePoint*> points;
  for (const ProfilePoint& point : study.points) {
    if (!point.failure.empty()) continue;
    const bool shown = chosen == nullptr ||
                       (choice.over_placements ? point.batch == chosen->batch : point.placement == chosen->placement);
    if (shown) points.push_back(&point);
  }
  if (!choice.over_placements) std::ranges::stable_sort(points, {}, &ProfilePoint::batch);
  return points;
}

/// One line a placement; `value` may be NaN.
template <class Value>
void add_lines(Chart& chart, const ProfileStudy& study, const ProfileChoice& choice, Value value) {
  constexpr std::array styles{LineStyle::solid, LineStyle::dashed, LineStyle::dotted};
  const auto add = [&](ChartSeries& series, const ProfilePoint& point) {
    if (const double y = value(point); std::isfinite(y)) series.add(point.batch, y);
  };
  const std::vector<std::string> placements = placements_of(study);
  for (std::size_t k = 0; k < placements.size(); ++k) {
    std::vector<const ProfilePoint*> points;
    for (const ProfilePoint& point : study.points)
      if (point.failure.empty() && point.placement == placements[k]) points.push_back(&point);
    if (points.empty()) continue;
    std::ranges::stable_sort(points, {}, &ProfilePoint::batch);
    ChartSeries series{.name = placements[k].empty() ? configuration_title(points.front()->backend) : placements[k],
                       .color = {std::max(0, backend_index(points.front()->backend)), static_cast<int>(k)},
                       .line = styles[k % styles.size()],
                       .marker = all_markers[k % all_markers.size()]};
    for (const ProfilePoint* point : points) add(series, *point);
    if (!series.x.empty()) chart.lines.push_back(series);
  }
  if (!choice.overlay) return;
  ChartSeries series{
      .name = choice.overlay->label, .color = {overlay_color, 0}, .line = LineStyle::dashed, .marker = Marker::diamond};
  for (const ProfilePoint& point : choice.overlay->points) add(series, point);
  if (series.x.empty()) return;
  chart.lines.push_back(series);
  cite(chart, choice);
}

/// Over the batch size; `y`: its title, `unit`: of its values, and `beside`: beside the title.
Chart batch_frame(const ProfileStudy& study, const std::string& title, const std::string& beside, const std::string& y,
                  const std::string& unit) {
  Chart chart = frame(study, title);
  chart.unit = beside;
  chart.x = {.title = say("batch size"), .logarithmic = true, .log_base = 2, .integers = true};
  chart.y = {.title = y, .unit = unit, .min = 0.0};
  return chart;
}

}  // namespace

std::vector<ProfileOverlay> profile_overlays(const std::vector<PublishedStudy>& studies) {
  std::vector<ProfileOverlay> overlays;
  for (const PublishedStudy& study : studies) {
    if (!study.profile) continue;
    ProfileOverlay overlay;
    overlay.beside = beside_published(study, {PublishedPart::profile});
    overlay.label = study.label + ", " + say(study.profile->implementation);
    overlay.machine = say(study.machine);
    for (const PublishedProfilePoint& printed : study.profile->points) {
      ProfilePoint point;
      point.device = study.profile->device;
      point.batch = printed.batch;
      StepProfile& step = point.profile;
      step.wall_s = printed.step_s.value_or(1.0);
      step.h2d_s = printed.h2d_share * step.wall_s;
      step.kernel_s = printed.kernel_share * step.wall_s;
      step.d2h_s = printed.d2h_share * step.wall_s;
      step.unrecorded_s = std::max(0.0, step.wall_s - step.h2d_s - step.kernel_s - step.d2h_s);
      point.images_per_s = printed.images_per_s.value_or(0.0);
      point.epoch_time_s = printed.epoch_time_s.value_or(0.0);
      point.accuracy_test = printed.accuracy_test;
      overlay.points.push_back(point);
    }
    overlays.push_back(overlay);
  }
  return overlays;
}

std::vector<int> measured_points(const ProfileStudy& study) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < study.points.size(); ++i) {
    if (study.points[i].failure.empty()) indices.push_back(static_cast<int>(i));
  }
  return indices;
}

std::vector<std::string> placements_of(const ProfileStudy& study) {
  std::vector<std::string> placements;
  for (const ProfilePoint& point : study.points) {
    if (std::ranges::find(placements, point.placement) == placements.end()) placements.push_back(point.placement);
  }
  return placements;
}

std::string point_title(const ProfileStudy& study, const ProfilePoint& point) {
  const std::string batch = say("batch %1", point.batch);
  return placements_of(study).size() > 1 ? batch + " · " + point.placement : batch;
}

Chart parts_chart(const ProfileStudy& study, const ProfileChoice& choice) {
  Chart chart = frame(study, say("Step time"));
  const std::vector<const ProfilePoint*> points = bar_points(study, choice);
  double longest_s = 0.0;
  for (const ProfilePoint* point : points) longest_s = std::max(longest_s, point->profile.wall_s);
  const UnitOfTime unit = unit_of_time(longest_s > 0.0 ? longest_s : 1e-4);
  chart.x.title = choice.over_placements ? say("placement") : say("batch size");
  chart.y.title = choice.percent ? say("share of a step") : say("time per step");
  chart.y.unit = choice.percent ? "%" : unit.name;
  chart.unit = choice.percent ? say("%, by part") : say("%1, by part", unit.name);
  chart.y.min = 0.0;
  if (choice.percent) chart.y.max = 100.0;
  chart.stacked = true;
  std::vector<const ProfilePoint*> columns = points;
  for (const ProfilePoint* point : points) {
    chart.categories.push_back(choice.over_placements                   ? point->placement
                               : chosen_point(study, choice) == nullptr ? point_title(study, *point)
                                                                        : std::to_string(point->batch));
  }
  if (choice.overlay) {
    for (const ProfilePoint& point : choice.overlay->points) {
      if (!choice.percent) break;  // seconds of another machine are not laid beside
      columns.push_back(&point);
      chart.categories.push_back(say("%1, published", point.batch));
    }
    if (choice.percent) {
      // Beside the title, where it has room for the whole name: under a bar it would be cut.
      chart.unit += say(" · published: %1", choice.overlay->label);
      cite(chart, choice);
    }
  }
  for (const PartLook& look : part_looks()) {
    BarSeries bars{.name = look.name, .color = look.color, .fill = look.fill};
    for (const ProfilePoint* point : columns) {
      const double time_s = part_time_s(point->profile, look.part);
      bars.values.push_back(choice.percent ? 100.0 * time_s / std::max(1e-300, point->profile.wall_s)
                                           : unit.per_second * time_s);
    }
    chart.bars.push_back(bars);
  }
  return chart;
}

namespace {

/// A ceiling from the slope of its bandwidth to the peak.
ChartSeries ceiling(const Ceilings& ceilings, const ReadingCeiling& reading, double x_min, double x_max) {
  ChartSeries line{.name = reading.name,
                   .note = say("%1 GB/s", significant(1e-9 * reading.bytes_per_s)),
                   .role = ChartSeries::Role::computed};
  const double ridge = ceilings.peak_flop_per_s / reading.bytes_per_s;
  for (const double x : {x_min, std::clamp(ridge, x_min, x_max), x_max}) {
    if (!line.x.empty() && x <= line.x.back()) continue;
    line.add(x, 1e-9 * roof(ceilings, reading.bytes_per_s, x));
  }
  return line;
}

struct WayLook {
  RooflineWay way;
  int color;
  Marker marker;
};
constexpr WayLook way_looks[] = {{RooflineWay::forward, 0, Marker::circle},
                                 {RooflineWay::to_inputs, 3, Marker::square},
                                 {RooflineWay::to_weights, 2, Marker::triangle}};

}  // namespace

void set_roofline_axes(Chart& chart) {
  chart.unit = say("GFLOP/s");
  chart.x = {.title = say("operations a byte, at most"), .unit = say("FLOP/byte"), .logarithmic = true, .log_base = 10};
  chart.y = {.title = say("rate"), .unit = chart.unit, .logarithmic = true, .log_base = 10};
}

void add_ceilings(Chart& chart, const Ceilings& ceilings, double x_min, double x_max) {
  constexpr std::array styles{LineStyle::dotted, LineStyle::dashed, LineStyle::solid};
  constexpr int memory_color = 1;
  std::size_t level = 0;
  for (const ReadingCeiling& reading : ceilings.readings) {
    ChartSeries line = ceiling(ceilings, reading, x_min, x_max);
    const bool memory = reading.name == "memory";
    line.line = memory ? LineStyle::solid : styles[level % styles.size()];
    line.color = {memory ? memory_color : -1, 0};
    chart.lines.push_back(line);
    ++level;
  }
  if (level == 0) {  // the peak alone
    chart.lines.push_back(ceiling(ceilings, {"peak", 0, 1e300}, x_min, x_max));
    chart.lines.back().note.clear();
  }
}

Chart roofline_chart(const ProfileStudy& study, const ProfileChoice& choice) {
  Chart chart = frame(study, say("Roofline"));
  set_roofline_axes(chart);
  const ProfilePoint* point = chosen_point(study, choice);
  if (point == nullptr || !why_no_roofline(study, *point).empty()) return chart;
  const std::vector<RooflinePoint> operations = roofline_points(*point);
  double x_min = 1e300, x_max = 0.0;
  for (const RooflinePoint& operation : operations) {
    x_min = std::min(x_min, operation.intensity());
    x_max = std::max(x_max, operation.intensity());
  }
  for (const ReadingCeiling& reading : study.ceilings->readings)  // every ridge is seen
    x_max = std::max(x_max, study.ceilings->peak_flop_per_s / reading.bytes_per_s);
  x_min /= 2.0, x_max *= 2.0;
  add_ceilings(chart, *study.ceilings, x_min, x_max);
  for (const WayLook& look : way_looks) {
    const ChartSeries key{
        .name = in_words(look.way), .color = {look.color, 0}, .line = LineStyle::none, .marker = look.marker};
    const auto of_way = [&](const RooflinePoint& operation) { return operation.way == look.way; };
    if (std::ranges::any_of(operations, of_way)) chart.keys.push_back(key);
    for (const RooflinePoint& operation : operations) {
      if (!of_way(operation)) continue;
      ChartSeries one = key;  // a curve of its own: the pointer names it
      one.name = say(operation.name) + ", " + key.name;
      one.in_legend = false;
      one.x = {operation.intensity()};
      one.y = {1e-9 * operation.flop_per_s()};
      chart.lines.push_back(one);
    }
  }
  chart.caption += " · " + point_title(study, *point);
  return chart;
}

Chart ring_chart(const ProfileStudy& study, const ProfileChoice& choice) {
  Chart chart = frame(study, say("Step"));
  const ProfilePoint* point = chosen_point(study, choice);
  if (point == nullptr) {  // the parts by name, before there is anything of them
    for (const PartLook& look : part_looks()) chart.ring.push_back({look.name, look.color, look.fill, not_known, {}});
    return chart;
  }
  const StepProfile& profile = point->profile;
  const UnitOfTime unit = unit_of_time(profile.wall_s);
  chart.unit = point_title(study, *point);
  chart.x = {.title = say("share"), .unit = "%"};
  chart.y = {.title = say("time per step"), .unit = unit.name};
  chart.ring_center = duration(profile.wall_s) + "\n" + say("a step");
  for (const PartLook& look : part_looks()) {
    chart.ring.push_back({look.name, look.color, look.fill, unit.per_second * part_time_s(profile, look.part), {}});
  }
  if (!choice.operations) return chart;
  for (const PartLook& look : part_looks()) {
    int shade = 1;
    for (const ProfileOperation& operation : profile.operations) {
      if (operation.part != look.part || !(operation.time_s > 0.0)) continue;
      SeriesColor color = look.color;
      color.shade = shade++ % 3;
      chart.ring.push_back({say(operation.name), color, look.fill, unit.per_second * operation.time_s, look.name});
    }
  }
  return chart;
}

Chart profile_rate_chart(const ProfileStudy& study, const ProfileChoice& choice) {
  double most = 0.0;
  for (const ProfilePoint& point : study.points) most = std::max(most, point.images_per_s);
  const bool millions = most >= 1e6;
  const std::string unit = millions ? say("M images/s") : say("k images/s");
  Chart chart = batch_frame(study, say("Rate"), unit, say("throughput"), unit);
  add_lines(chart, study, choice, [&](const ProfilePoint& point) {
    return point.images_per_s > 0.0 ? (millions ? 1e-6 : 1e-3) * point.images_per_s : not_known;
  });
  return chart;
}

Chart profile_time_chart(const ProfileStudy& study, const ProfileChoice& choice) {
  double longest_s = 0.0;
  for (const ProfilePoint& point : study.points) longest_s = std::max(longest_s, point.epoch_time_s);
  const UnitOfTime unit = unit_of_time(longest_s > 0.0 ? longest_s : 1.0);
  Chart chart = batch_frame(study, say("Epoch time"), unit.name, say("time per epoch"), unit.name);
  add_lines(chart, study, choice, [&](const ProfilePoint& point) {
    return point.epoch_time_s > 0.0 ? unit.per_second * point.epoch_time_s : not_known;
  });
  return chart;
}

Chart profile_accuracy_chart(const ProfileStudy& study, const ProfileChoice& choice) {
  Chart chart = batch_frame(study, say("Accuracy"), say("% test"), say("test accuracy"), "%");
  chart.y.max = 100.0;
  add_lines(chart, study, choice,
            [](const ProfilePoint& point) { return point.accuracy_test ? 100.0 * *point.accuracy_test : not_known; });
  if (!chart.lines.empty()) chart.y.min.reset();  // they lie close together
  return chart;
}

std::vector<Chart> profile_charts(const ProfileStudy& study, const ProfileChoice& choice) {
  return {choice.roofline ? roofline_chart(study, choice) : parts_chart(study, choice), ring_chart(study, choice),
          profile_rate_chart(study, choice), profile_time_chart(study, choice), profile_accuracy_chart(study, choice)};
}

}  // namespace mlplab
