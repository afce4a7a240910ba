// Limits, decimation, readings, CSV.
#include "core/reporting/chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/reporting/table.h"
#include "core/statistics/statistics.h"

namespace mlplab {

namespace {

// Series, x, y and, where any series has errors, their ends.
void add_row(Table& table, const std::string& series, const std::string& x, double y, const std::vector<double>& low,
             const std::vector<double>& high, std::size_t i) {
  std::vector<std::string> row = {series, x, exact(y)};
  if (table.header.size() > row.size()) {
    row.push_back(i < low.size() ? exact(low[i]) : "");
    row.push_back(i < high.size() ? exact(high[i]) : "");
  }
  table.rows.push_back(std::move(row));
}

}  // namespace

std::string ChartAxis::label() const { return unit.empty() ? title : title + " / " + unit; }

bool Chart::empty() const {
  return std::ranges::all_of(lines, [](const ChartSeries& s) { return s.x.empty(); }) &&
         std::ranges::all_of(bars, [](const BarSeries& s) { return s.values.empty(); }) &&
         std::ranges::none_of(ring, [](const RingSlice& slice) { return std::isfinite(slice.value); });
}

std::string unit_words(const Chart& chart) {
  return chart.y.logarithmic ? say("%1, log scale", chart.unit) : chart.unit;
}

bool may_be_logarithmic(const Chart& chart) {
  if (!chart.ring.empty() || (chart.stacked && chart.bars.size() > 1)) return false;
  bool above = false, below = false;
  const auto look = [&](const std::vector<double>& values) {
    for (const double v : values) above = above || v > 0.0, below = below || v < 0.0;
  };
  for (const ChartSeries& s : chart.lines) look(s.y);
  for (const BarSeries& s : chart.bars) look(s.values);
  return above && !below;
}

void set_logarithmic(Chart& chart, bool on) {
  if (chart.y.logarithmic == on) return;
  chart.y.logarithmic = on;
  if (on && chart.y.min && *chart.y.min <= 0.0) chart.y.min.reset();
  if (!on && !chart.y.min) chart.y.min = 0.0;
}

std::vector<double> ring_shares(const std::vector<RingSlice>& ring) {
  double whole = 0.0;
  for (const RingSlice& slice : ring) whole += slice.within.empty() ? slice.value : 0.0;
  std::vector<double> shares;
  for (const RingSlice& slice : ring) shares.push_back(whole > 0.0 ? 100.0 * slice.value / whole : not_known);
  return shares;
}

ChartLimits x_limits(const Chart& chart) {
  ChartLimits limits;
  for (const ChartSeries& s : chart.lines) {
    for (const double v : s.x) limits.add(v);
  }
  if (!chart.categories.empty()) {
    limits.add(-0.5);
    limits.add(static_cast<double>(chart.categories.size()) - 0.5);
  }
  return limits;
}

ChartLimits y_limits(const Chart& chart) {
  ChartLimits limits;
  for (const ChartSeries& s : chart.lines) {
    for (const auto* values : {&s.y, &s.error_low, &s.error_high}) {
      for (const double v : *values) limits.add(v);
    }
  }
  std::vector<double> stack(chart.categories.size(), 0.0);
  for (const BarSeries& s : chart.bars) {
    if (!chart.y.logarithmic) limits.add(0);
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      if (chart.stacked && i < stack.size() && std::isfinite(s.values[i])) limits.add(stack[i] += s.values[i]);
      if (!chart.stacked) limits.add(s.values[i]);
    }
    for (const double v : s.error_high) limits.add(v);
    for (const double v : s.error_low)
      if (v < 0.0) limits.add(v);
  }
  for (const ChartNote& note : chart.notes)
    if (note.across && (note.y > 0.0 || !chart.y.logarithmic)) limits.add(note.y);
  return limits;
}

bool cut_long_intervals(Chart& chart) {
  constexpr double most = 2.5;  // times the highest value
  ChartLimits values, ends;
  for (const ChartSeries& series : chart.lines) {
    for (const double y : series.y) values.add(y);
    for (const double end : series.error_high) ends.add(end);
  }
  for (const BarSeries& bars : chart.bars) {
    for (const double value : bars.values) values.add(value);
    for (const double end : bars.error_high) ends.add(end);
  }
  if (chart.y.max || !(values.hi > 0.0) || !(ends.hi > most * values.hi)) return false;
  chart.y.max = most * values.hi;
  return true;
}

std::vector<ChartPoint> decimate(const std::vector<double>& x, const std::vector<double>& y, double x_min, double x_max,
                                 int columns) {
  const std::size_t count = std::min(x.size(), y.size());
  std::vector<ChartPoint> points;
  const auto finite = [&](std::size_t i) { return std::isfinite(x[i]) && std::isfinite(y[i]); };
  if (count <= static_cast<std::size_t>(columns) || !(x_max > x_min)) {
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (finite(i)) points.push_back({x[i], y[i]});
    }
    return points;
  }
  points.reserve(2 * static_cast<std::size_t>(columns) + 2);
  const double scale = columns / (x_max - x_min);
  const auto column_of = [&](std::size_t i) { return static_cast<long>(std::floor((x[i] - x_min) * scale)); };
  std::size_t i = 0;
  while (i < count) {
    if (!finite(i)) {
      ++i;
      continue;
    }
    const long column = column_of(i);
    std::size_t lowest = i, highest = i;
    for (; i < count && (!finite(i) || column_of(i) == column); ++i) {
      if (!finite(i)) continue;
      if (y[i] < y[lowest]) lowest = i;
      if (y[i] > y[highest]) highest = i;
    }
    const std::size_t a = std::min(lowest, highest), b = std::max(lowest, highest);
    points.push_back({x[a], y[a]});
    if (b != a) points.push_back({x[b], y[b]});
  }
  return points;
}

namespace {

/// The value of a computed series at x, interpolated linearly between its points.
std::optional<double> computed_at(const ChartSeries& s, double x) {
  const auto next = std::ranges::lower_bound(s.x, x);
  if (next == s.x.end() || (next == s.x.begin() && *next > x)) return std::nullopt;
  const auto i = static_cast<std::size_t>(next - s.x.begin());
  if (i == 0 || s.x[i] == x) return s.y[i];
  return s.y[i - 1] + (s.y[i] - s.y[i - 1]) * (x - s.x[i - 1]) / (s.x[i] - s.x[i - 1]);
}

/// Where an x lies along its axis, in the axis's own measure.
double along(const ChartAxis& axis, double x) { return axis.logarithmic ? std::log(x) : x; }

/// The nearest measured point, no farther along the axis than half the way to the next point on its side.
std::optional<std::size_t> point_at(const ChartSeries& s, const ChartAxis& axis, double x, double least_reach) {
  std::optional<std::size_t> nearest;
  const std::size_t count = std::min(s.x.size(), s.y.size());
  const auto way = [&](double a, double b) { return std::abs(along(axis, a) - along(axis, b)); };
  for (std::size_t i = s.joined; i < count; ++i) {
    if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i])) continue;
    if (!nearest || way(s.x[i], x) < way(s.x[*nearest], x)) nearest = i;
  }
  if (!nearest) return nearest;
  const std::size_t i = *nearest;
  double gap = 0;  // beyond an end, as far as to the neighbour inside
  const auto next = [&] { return way(s.x[i + 1], s.x[i]); };
  const auto before = [&] { return way(s.x[i], s.x[i - 1]); };
  if (x >= s.x[i]) gap = i + 1 < count ? next() : i > s.joined ? before() : 0;
  if (x < s.x[i]) gap = i > s.joined ? before() : i + 1 < count ? next() : 0;
  if (way(s.x[i], x) > std::max(0.5 * gap * (1 + 1e-9), least_reach)) return std::nullopt;
  return nearest;
}

}  // namespace

std::vector<ChartReading> readings_at(const Chart& chart, double x) {
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (const ChartSeries& s : chart.lines) {
    if (s.x.empty()) continue;
    first = std::min(first, s.x.front());
    last = std::max(last, s.x.back());
  }
  constexpr double pointer_reach = 0.01;  // of the width: a curve of one point can be read too
  const double reach = last > first ? pointer_reach * (along(chart.x, last) - along(chart.x, first)) : 0.5;
  std::vector<ChartReading> readings;
  for (const ChartSeries& s : chart.lines) {
    if (s.role == ChartSeries::Role::guide) continue;
    if (s.role == ChartSeries::Role::computed) {
      if (const auto y = computed_at(s, x)) readings.push_back({s.name, s.color, x, *y});
    } else if (const auto i = point_at(s, chart.x, x, reach)) {
      readings.push_back({s.name, s.color, s.x[*i], s.y[*i]});
    }
  }
  const long category = std::lround(x);
  for (const BarSeries& s : chart.bars) {
    if (category < 0 || category >= static_cast<long>(s.values.size())) continue;
    const double value = s.values[static_cast<std::size_t>(category)];
    if (std::isfinite(value)) readings.push_back({s.name, s.color, static_cast<double>(category), value});
  }
  return readings;
}

namespace {

/// Curves of one name from two measurements differ in it.
std::optional<double> first_value(const ChartSeries& series) {
  for (std::size_t i = series.joined; i < series.y.size(); ++i)
    if (std::isfinite(series.y[i])) return series.y[i];
  return std::nullopt;
}

std::string axes_of(const ChartNote& note, const Chart& chart) {
  return note.across ? chart.y.label() : chart.x.label() + '\n' + chart.y.label();
}

std::optional<double> bar_at(const Chart& chart, const std::string& series, std::size_t category) {
  const auto bars = std::ranges::find(chart.bars, series, &BarSeries::name);
  return bars == chart.bars.end() || category >= bars->values.size() ? std::nullopt
                                                                     : std::optional(bars->values[category]);
}

}  // namespace

ChartNote tied(ChartNote note, const Chart& chart) {
  note.axes = axes_of(note, chart);
  if (note.across) return note;
  const std::vector<ChartReading> readings = readings_at(chart, note.x);
  const auto distance = [&](const ChartReading& reading) { return std::abs(reading.y - note.y); };
  const auto nearest = std::ranges::min_element(readings, {}, distance);
  if (nearest != readings.end()) note.series = nearest->name;
  if (const long at = std::lround(note.x); !chart.bars.empty() && at >= 0 && at < std::ssize(chart.categories)) {
    const auto category = static_cast<std::size_t>(at);
    note.category = chart.categories[category];
    note.value = bar_at(chart, note.series, category).value_or(0.0);
  }
  if (!chart.bars.empty()) return note;
  for (const ChartSeries& series : chart.lines)
    if (series.role != ChartSeries::Role::guide && (nearest == readings.end() || series.name == note.series))
      if (const std::optional<double> value = first_value(series)) {
        note.series = series.name, note.value = *value;
        break;
      }
  return note;
}

std::optional<ChartNote> placed(ChartNote note, const Chart& chart) {
  if (note.axes != axes_of(note, chart)) return std::nullopt;
  if (note.across || note.series.empty()) return note;
  if (!note.category.empty()) {
    const auto category = std::ranges::find(chart.categories, note.category);
    const auto at = static_cast<std::size_t>(category - chart.categories.begin());
    if (category == chart.categories.end() || bar_at(chart, note.series, at) != note.value) return std::nullopt;
    note.x += static_cast<double>(at) - std::round(note.x);
    return note;
  }
  const auto is_it = [&](const ChartSeries& series) {
    return series.name == note.series && first_value(series) == note.value;
  };
  return std::ranges::any_of(chart.lines, is_it) ? std::optional(note) : std::nullopt;
}

std::string full_name(const ChartSeries& series) {
  return series.note.empty() ? series.name : series.name + ", " + series.note;
}

std::string to_csv(const Chart& chart) {
  const auto has_errors = [](const auto& s) { return !s.error_low.empty() || !s.error_high.empty(); };
  const bool errors = std::ranges::any_of(chart.lines, has_errors) || std::ranges::any_of(chart.bars, has_errors);
  Table table;
  table.header = {"series", chart.x.label(), chart.y.label()};
  if (errors) table.header.insert(table.header.end(), {"low", "high"});
  for (const ChartSeries& s : chart.lines) {
    if (s.role == ChartSeries::Role::guide) continue;
    for (std::size_t i = s.joined; i < std::min(s.x.size(), s.y.size()); ++i) {
      add_row(table, full_name(s), exact(s.x[i]), s.y[i], s.error_low, s.error_high, i);
    }
  }
  for (const BarSeries& s : chart.bars) {
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      if (chart.stacked && !std::isfinite(s.values[i])) continue;  // a gap in the stack is no measurement
      add_row(table, s.name, i < chart.categories.size() ? chart.categories[i] : "", s.values[i], s.error_low,
              s.error_high, i);
    }
  }
  const std::vector<double> shares = ring_shares(chart.ring);
  for (std::size_t i = 0; i < chart.ring.size(); ++i) {
    add_row(table, chart.ring[i].name, exact(shares[i]), chart.ring[i].value, {}, {}, i);
  }
  return to_csv(table);
}

}  // namespace mlplab
