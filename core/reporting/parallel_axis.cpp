// Places on one axis and the brush on it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/reporting/parallel_runs.h"
#include "core/reporting/ticks.h"

namespace mlplab {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr int wanted_ticks = 5;

std::string with_unit(const ParallelAxis& axis, const std::string& number) {
  return axis.unit.empty() ? number : number + " " + axis.unit;
}

bool is_named(const ParallelAxis& axis) { return axis.scale == ParallelAxis::Scale::named; }

/// The part of an axis that belongs to one of its named values: half-way to its neighbours.
std::pair<double, double> share_of(const ParallelAxis& axis, std::size_t name) {
  if (axis.names.size() < 2) return {0.0, 1.0};
  const double half = 0.5 / static_cast<double>(axis.names.size() - 1),
               place = axis.place_of(static_cast<double>(name));
  return {std::max(place - half, 0.0), std::min(place + half, 1.0)};
}

}  // namespace

double ParallelAxis::place_of(double value) const {
  if (!std::isfinite(value)) return no_value_place;
  switch (scale) {
    case Scale::named:
      return names.size() < 2 ? 0.5 : value / static_cast<double>(names.size() - 1);
    case Scale::logarithmic:
      if (value <= 0.0) return no_value_place;
      return low == high ? 0.5 : std::log(value / low) / std::log(high / low);
    case Scale::linear:
      return low == high ? 0.5 : (value - low) / (high - low);
  }
  return no_value_place;
}

double ParallelAxis::value_at(double place) const {
  switch (scale) {
    case Scale::named:
      return place * static_cast<double>(std::max<std::size_t>(names.size(), 1) - 1);
    case Scale::logarithmic:
      return low * std::pow(high / low, place);
    case Scale::linear:
      return low + place * (high - low);
  }
  return low;
}

std::vector<AxisTick> ParallelAxis::ticks() const {
  std::vector<AxisTick> ticks;
  if (is_named(*this)) {
    for (std::size_t i = 0; i < names.size(); ++i) ticks.push_back({place_of(static_cast<double>(i)), names[i].words});
    return ticks;
  }
  const auto add = [&](double shown) {
    ticks.push_back({place_of(shown / shown_times), up_to_digits(shown, axis_digits)});
  };
  if (low == high) {
    add(low * shown_times);
    return ticks;
  }
  // The ends are round numbers of other steps than those between them.
  const auto is_beyond = [&](double shown) {
    const double place = place_of(shown / shown_times);
    return place < -1e-6 || place > 1 + 1e-6;
  };
  if (scale == Scale::logarithmic) {
    const TickScale found = logarithmic_ticks(low * shown_times, high * shown_times, 0, false);
    std::vector<double> powers = powers_within(found);
    std::erase_if(powers, is_beyond);
    for (const double power : powers) add(power);
    if (powers.empty() || powers.back() < high * shown_times * (1 - 1e-9)) add(high * shown_times);
    return ticks;
  }
  const TickScale found = round_ticks(low * shown_times, high * shown_times, wanted_ticks, integers);
  const auto count = static_cast<int>(std::lround((found.max - found.min) / found.step));
  for (int i = 0; i <= count; ++i)
    if (const double shown = found.min + i * found.step; !is_beyond(shown)) add(shown);
  return ticks;
}

bool ParallelAxis::has_value(std::size_t run) const { return std::isfinite(values[run]); }

bool ParallelAxis::lacks_values() const {
  return std::ranges::any_of(values, [](double value) { return !std::isfinite(value); });
}

std::string ParallelAxis::text(std::size_t run) const {
  if (!has_value(run)) return {};
  return is_named(*this) ? names[static_cast<std::size_t>(values[run])].key : exact(values[run]);
}

std::string ParallelAxis::words(std::size_t run) const {
  if (!has_value(run)) return "–";
  if (is_named(*this)) return names[static_cast<std::size_t>(values[run])].words;
  return with_unit(*this, up_to_digits(values[run] * shown_times, axis_digits));
}

AxisBrush brush_between(const ParallelAxis& axis, double from, double to) {
  const auto [low, high] = std::minmax(from, to);
  AxisBrush brush{.low = endless, .high = -endless, .without_value = low <= no_value_place / 2};
  if (is_named(axis)) {
    for (std::size_t i = 0; i < axis.names.size(); ++i) {
      const auto [bottom, top] = share_of(axis, i);
      constexpr double nearly = 1e-9;  // an end that stands between two values is of neither
      if (high > bottom + nearly && low < top - nearly) brush.keys.push_back(axis.names[i].key);
    }
  } else if (axis.low == axis.high) {
    if (low <= 0.5 && high >= 0.5) brush.low = -endless, brush.high = endless;
  } else if (high >= 0.0 && low <= 1.0) {
    brush.low = low <= 0.0 ? -endless : axis.value_at(low);
    brush.high = high >= 1.0 ? endless : axis.value_at(high);
  }
  return brush;
}

std::vector<std::pair<double, double>> bands_of(const ParallelAxis& axis, const AxisBrush& brush) {
  std::vector<std::pair<double, double>> bands;
  if (brush.without_value) bands.emplace_back(no_value_place * 1.2, no_value_place * 0.8);
  if (is_named(axis)) {
    for (std::size_t i = 0; i < axis.names.size(); ++i)
      if (std::ranges::find(brush.keys, axis.names[i].key) != brush.keys.end()) bands.push_back(share_of(axis, i));
  } else if (brush.low <= brush.high && brush.low <= axis.high && brush.high >= axis.low) {
    bands.emplace_back(brush.low <= axis.low ? 0.0 : axis.place_of(brush.low),
                       brush.high >= axis.high ? 1.0 : axis.place_of(brush.high));
  }
  return bands;
}

bool is_within(const ParallelAxis& axis, const AxisBrush& brush, std::size_t run) {
  if (!axis.has_value(run)) return brush.without_value;
  if (is_named(axis)) return std::ranges::find(brush.keys, axis.text(run)) != brush.keys.end();
  return axis.values[run] >= brush.low && axis.values[run] <= brush.high;
}

std::string brush_words(const ParallelAxis& axis, const AxisBrush& brush) {
  std::string words;
  const auto number = [&](double value) {
    return with_unit(axis, up_to_digits(value * axis.shown_times, axis_digits));
  };
  if (is_named(axis)) {
    for (const AxisName& name : axis.names)
      if (std::ranges::find(brush.keys, name.key) != brush.keys.end())
        words += (words.empty() ? "" : ", ") + name.words;
  } else if (brush.low <= brush.high) {
    const bool from = std::isfinite(brush.low), to = std::isfinite(brush.high);
    words = from && to ? say("%1 to %2", number(brush.low), number(brush.high))
            : from     ? say("at least %1", number(brush.low))
            : to       ? say("at most %1", number(brush.high))
                       : say("every value");
  }
  if (brush.without_value) words += (words.empty() ? "" : ", ") + say("no value");
  return axis.title + ": " + (words.empty() ? say("nothing") : words);
}

}  // namespace mlplab
