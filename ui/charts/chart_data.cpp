// Ticks, decimation, CSV.
#include "ui/charts/chart_data.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/reporting/table.h"

namespace mlplab {

namespace {

// Series, x, y and, where any series has errors, their ends.
void add_row(Table& table, const QString& series, const QString& x, double y, const std::vector<double>& low,
             const std::vector<double>& high, std::size_t i) {
  std::vector<std::string> row = {series.toStdString(), x.toStdString(), exact(y)};
  if (table.header.size() > row.size()) {
    row.push_back(i < low.size() ? exact(low[i]) : "");
    row.push_back(i < high.size() ? exact(high[i]) : "");
  }
  table.rows.push_back(std::move(row));
}

QString exact_text(double value) { return QString::fromStdString(exact(value)); }

}  // namespace

QString ChartAxis::label() const { return unit.isEmpty() ? title : title + QStringLiteral(" / ") + unit; }

bool ChartData::empty() const {
  return std::ranges::all_of(lines, [](const ChartSeries& s) { return s.x.empty(); }) &&
         std::ranges::all_of(bars, [](const BarSeries& s) { return s.values.empty(); }) && ring.empty();
}

QString unit_words(const ChartData& data) {
  return data.y.logarithmic ? QCoreApplication::translate("mlplab::ChartData", "%1, log scale").arg(data.unit)
                            : data.unit;
}

bool may_be_logarithmic(const ChartData& data) {
  if (!data.ring.empty() || (data.stacked && data.bars.size() > 1)) return false;
  bool above = false, below = false;
  const auto look = [&](const std::vector<double>& values) {
    for (const double v : values) above = above || v > 0.0, below = below || v < 0.0;
  };
  for (const ChartSeries& s : data.lines) look(s.y);
  for (const BarSeries& s : data.bars) look(s.values);
  return above && !below;
}

void set_logarithmic(ChartData& data, bool on) {
  if (data.y.logarithmic == on) return;
  data.y.logarithmic = on;
  if (on && data.y.min && *data.y.min <= 0.0) data.y.min.reset();
  if (!on && !data.y.min) data.y.min = 0.0;
}

std::vector<double> ring_shares(const std::vector<RingSlice>& ring) {
  double whole = 0.0;
  for (const RingSlice& slice : ring) whole += slice.within.isEmpty() ? slice.value : 0.0;
  std::vector<double> shares;
  for (const RingSlice& slice : ring) shares.push_back(whole > 0.0 ? 100.0 * slice.value / whole : 0.0);
  return shares;
}

std::vector<QPointF> decimate(const std::vector<double>& x, const std::vector<double>& y, double x_min, double x_max,
                              int columns) {
  const std::size_t count = std::min(x.size(), y.size());
  std::vector<QPointF> points;
  const auto finite = [&](std::size_t i) { return std::isfinite(x[i]) && std::isfinite(y[i]); };
  if (count <= static_cast<std::size_t>(columns) || !(x_max > x_min)) {
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (finite(i)) points.emplace_back(x[i], y[i]);
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
    points.emplace_back(x[a], y[a]);
    if (b != a) points.emplace_back(x[b], y[b]);
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

std::vector<ChartReading> readings_at(const ChartData& data, double x) {
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (const ChartSeries& s : data.lines) {
    if (s.x.empty()) continue;
    first = std::min(first, s.x.front());
    last = std::max(last, s.x.back());
  }
  constexpr double pointer_reach = 0.01;  // of the width: a curve of one point can be read too
  const double reach = last > first ? pointer_reach * (along(data.x, last) - along(data.x, first)) : 0.5;
  std::vector<ChartReading> readings;
  for (const ChartSeries& s : data.lines) {
    if (s.role == ChartSeries::Role::guide) continue;
    if (s.role == ChartSeries::Role::computed) {
      if (const auto y = computed_at(s, x)) readings.push_back({s.name, s.color, x, *y});
    } else if (const auto i = point_at(s, data.x, x, reach)) {
      readings.push_back({s.name, s.color, s.x[*i], s.y[*i]});
    }
  }
  const long category = std::lround(x);
  for (const BarSeries& s : data.bars) {
    if (category < 0 || category >= static_cast<long>(s.values.size())) continue;
    const double value = s.values[static_cast<std::size_t>(category)];
    if (std::isfinite(value)) readings.push_back({s.name, s.color, static_cast<double>(category), value});
  }
  return readings;
}

QString full_name(const ChartSeries& series) {
  return series.note.isEmpty() ? series.name : QStringLiteral("%1, %2").arg(series.name, series.note);
}

QString to_csv(const ChartData& data) {
  const auto has_errors = [](const auto& s) { return !s.error_low.empty() || !s.error_high.empty(); };
  const bool errors = std::ranges::any_of(data.lines, has_errors) || std::ranges::any_of(data.bars, has_errors);
  Table table;
  table.header = {"series", data.x.label().toStdString(), data.y.label().toStdString()};
  if (errors) table.header.insert(table.header.end(), {"low", "high"});
  for (const ChartSeries& s : data.lines) {
    if (s.role == ChartSeries::Role::guide) continue;
    for (std::size_t i = s.joined; i < std::min(s.x.size(), s.y.size()); ++i) {
      add_row(table, full_name(s), exact_text(s.x[i]), s.y[i], s.error_low, s.error_high, i);
    }
  }
  for (const BarSeries& s : data.bars) {
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      if (data.stacked && !std::isfinite(s.values[i])) continue;  // a gap in the stack is no measurement
      add_row(table, s.name, data.categories.value(static_cast<int>(i)), s.values[i], s.error_low, s.error_high, i);
    }
  }
  const std::vector<double> shares = ring_shares(data.ring);
  for (std::size_t i = 0; i < data.ring.size(); ++i) {
    add_row(table, data.ring[i].name, exact_text(shares[i]), data.ring[i].value, {}, {}, i);
  }
  return QString::fromStdString(to_csv(table));
}

QString display_number(double value, int digits) {
  if (!std::isfinite(value)) return QStringLiteral("–");
  if (value == 0) return QLocale().toString(0);
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
  const int decimals = std::max(0, digits - 1 - magnitude);
  if (decimals > 6) return QLocale().toString(value, 'g', digits);
  if (magnitude < digits) return QLocale().toString(value, 'f', decimals);
  const double unit = std::pow(10.0, magnitude - digits + 1);
  return QLocale().toString(std::round(value / unit) * unit, 'f', 0);
}

}  // namespace mlplab
