#include "core/reporting/charts/figure_charts.h"

#include <algorithm>
#include <array>

#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/launch/configurations.h"
#include "core/reporting/charts/looks.h"
#include "core/run/energy.h"
#include "core/study/figures.h"

namespace mlplab {
namespace {

bool is_configuration(const std::string& name) {
  return known_configuration(name) != nullptr || names_members(name) || names_options(name);
}

/// The name of its series, where there is another one beside it.
std::string with_or_without(const Figure& figure, const std::vector<const Figure*>& together) {
  if (together.size() < 2) return {};
  return &figure == together.front() ? say("with idle") : say("without idle");
}

/// Noise may make a difference negative, and then it is drawn.
bool any_below_zero(const std::vector<const Figure*>& together, const std::vector<Cell>& cells) {
  return std::ranges::any_of(cells, [&](const Cell& cell) {
    return std::ranges::any_of(together, [&](const Figure* figure) {
      const Measured measured = figure->of(cell);
      return measured.value < 0.0 || measured.interval.low < 0.0;
    });
  });
}

bool is_of_energy(const Figure& figure) {
  return std::ranges::find(figures::of_energy, &figure) != std::end(figures::of_energy);
}

}  // namespace

std::string published_caption(const std::string& label, const std::string& machine) {
  return say(" · published: %1, measured on: %2", label, machine);
}

std::string energy_caption(const std::string& meters) { return say(" · energy: %1, with all that ran there", meters); }

Chart figure_chart(const Figure& figure, const std::vector<Cell>& cells, const std::string& baseline) {
  Chart chart;
  chart.id = figure.id;
  chart.title = first_letter_up(say(figure.name));
  chart.y = {.title = say(figure.name), .unit = shown_unit(figure, cells).name, .min = 0.0};
  chart.unit = chart.y.unit.empty() ? say("against %1", baseline) : chart.y.unit;
  if (is_of_energy(figure)) chart.caption = energy_caption(meters_in_words(energies_of(cells)));
  const auto any_uncertain = [&](const Figure* one) {
    return std::ranges::any_of(cells, [one](const Cell& cell) { return one->of(cell).uncertain; });
  };
  const std::vector<const Figure*> together = drawn_together(figure, cells);
  if (any_below_zero(together, cells)) chart.y.min.reset();
  if (std::ranges::any_of(together, any_uncertain)) chart.unit = "≈ " + chart.unit;
  if (any_uncertain(&figure))
    chart.caption += say(" · ≈: epochs below %1 s", significant(least_energy_window_s, 1));
  else if (std::ranges::any_of(together, any_uncertain))
    chart.caption += say(" · ≈: the power of the idle machine is uncertain");
  return chart;
}

std::string series_name(const std::string& name, const Figure& figure, const std::vector<const Figure*>& together) {
  const std::string which = with_or_without(figure, together);
  return which.empty() ? name : name.empty() ? which : name + ", " + which;
}

namespace {

/// A group for each cell: with idle, and without.
void add_groups(Chart& chart, const std::vector<const Figure*>& together, const std::vector<Cell>& cells) {
  for (const Cell& cell : cells) chart.categories.push_back(cell.label);
  for (const Figure* figure : together) {
    const bool first = figure == together.front();
    BarSeries bars{.name = first_letter_up(with_or_without(*figure, together)),
                   .color = {first ? 0 : 4, 0},
                   .fill = first ? Fill::plain : Fill::rising};
    for (const Cell& cell : cells)
      add_value(bars, figure->of(cell), shown_unit(*figure, cells).scale, any_spread(*figure, cells));
    chart.bars.push_back(std::move(bars));
  }
}

}  // namespace

void add_cell_bars(Chart& chart, const Figure& figure, const std::vector<Cell>& cells) {
  const std::vector<const Figure*> together = drawn_together(figure, cells);
  if (together.size() > 1) return add_groups(chart, together, cells);
  const double scale = shown_unit(figure, cells).scale;
  chart.stacked = true;  // one bar for each cell, of its own colour
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Measured measured = figure.of(cells[i]);
    chart.categories.push_back(cells[i].label);
    const SeriesColor color =
        is_configuration(cells[i].name) ? look_of_backend(cells[i].name).color : SeriesColor{static_cast<int>(i), 0};
    BarSeries bar{
        .name = cells[i].label, .color = color, .values = std::vector(cells.size(), not_known), .in_legend = false};
    bar.values[i] = scale * measured.value;
    if (any_spread(figure, cells)) {
      bar.error_low = bar.error_high = bar.values;
      if (measured.interval.known()) bar.error_low[i] = scale * measured.interval.low;
      if (measured.interval.known()) bar.error_high[i] = scale * measured.interval.high;
    }
    chart.bars.push_back(std::move(bar));
  }
}

namespace {

struct StackLayer {
  const Figure* figure;
  SeriesColor color;
  Fill fill;
};

/// Layers that no cell has are left out.
void add_layer(Chart& chart, const StackLayer& layer, const std::vector<Cell>& cells, double scale) {
  BarSeries bars{.name = say(layer.figure->name), .color = layer.color, .fill = layer.fill};
  for (const Cell& cell : cells) {
    const Measured measured = layer.figure->of(cell);
    bars.values.push_back(measured.known() ? scale * measured.value : 0.0);
  }
  if (std::ranges::any_of(bars.values, [](double value) { return value > 0.0; })) chart.bars.push_back(std::move(bars));
}

std::optional<Chart> step_chart(std::vector<Cell> cells) {
  std::erase_if(cells, [](const Cell& cell) { return !cell.step.known(); });
  if (cells.empty()) return std::nullopt;
  const auto longest = [](const Cell& cell) { return cell.step.wall_s; };
  const UnitOfTime unit = unit_of_time(longest(std::ranges::max(cells, {}, longest)));
  Chart chart{.id = "step", .title = say("Parts of a step"), .unit = say("%1, by part", unit.name), .stacked = true};
  chart.y = {.title = say("time of a profiled step"), .unit = unit.name, .min = 0.0};
  for (const Cell& cell : cells) chart.categories.push_back(cell.label);
  const std::array<PartLook, 6> looks = part_looks();
  static_assert(std::size(figures::parts_of_step) == std::tuple_size_v<decltype(looks)>, "in one order");
  for (std::size_t i = 0; i < looks.size(); ++i)
    add_layer(chart, {figures::parts_of_step[i], looks[i].color, looks[i].fill}, cells, unit.per_second);
  return chart;
}

std::optional<Chart> phases_chart(std::vector<Cell> cells) {
  constexpr StackLayer layers[] = {{&figures::training_phase, {0, 0}, Fill::plain},
                                   {&figures::validation_phase, {4, 0}, Fill::dots},
                                   {&figures::testing_phase, {3, 0}, Fill::rising},
                                   {&figures::other_phase, {-1, 0}, Fill::lines}};
  std::erase_if(cells, [](const Cell& cell) { return !cell.training_s.known(); });
  double longest_s = 0.0, beside_training_s = 0.0;
  // The time beside training and evaluation is drawn where it is known of all.
  const bool whole = std::ranges::all_of(cells, [](const Cell& cell) { return cell.other_s.known(); });
  const auto is_drawn = [&](const Figure* phase) { return whole || phase != &figures::other_phase; };
  Chart chart{.id = "phases", .title = say("Phases of a run"), .stacked = true};
  for (const Cell& cell : cells) {
    chart.categories.push_back(cell.label);
    double sum_s = 0.0;
    for (const Figure* phase : figures::phases)
      if (const Measured measured = phase->of(cell); is_drawn(phase) && measured.known()) sum_s += measured.value;
    longest_s = std::max(longest_s, sum_s);
    beside_training_s = std::max(beside_training_s, sum_s - cell.training_s.value);
  }
  if (beside_training_s <= 0.0) return std::nullopt;
  const UnitOfTime unit = unit_of_time(longest_s);
  chart.unit = say("%1, by phase", unit.name);
  chart.y = {
      .title = whole ? say("time of a run") : say("training and evaluation of a run"), .unit = unit.name, .min = 0.0};
  for (const StackLayer& layer : layers)
    if (is_drawn(layer.figure)) add_layer(chart, layer, cells, unit.per_second);
  return chart;
}

}  // namespace

std::vector<Chart> stacked_charts(const std::vector<Cell>& cells) {
  std::vector<Chart> charts;
  for (std::optional<Chart>& chart : std::array{phases_chart(cells), step_chart(cells)})
    if (chart) charts.push_back(std::move(*chart));
  return charts;
}

namespace {

/// A chart's marks for an interval: ChartSeries, BarSeries.
template <class Series>
void add_interval(Series& series, const Measured& measured, double scale) {
  const bool known = measured.interval.known();
  series.error_low.push_back(scale * (known ? measured.interval.low : measured.value));
  series.error_high.push_back(scale * (known ? measured.interval.high : measured.value));
}

}  // namespace

void add_value(ChartSeries& series, double x, const Measured& measured, double scale) {
  series.add(x, scale * measured.value);
  add_interval(series, measured, scale);
}

void add_value(BarSeries& bars, const Measured& measured, double scale, bool with_interval) {
  bars.values.push_back(scale * measured.value);
  if (with_interval) add_interval(bars, measured, scale);
}

std::string figure_caption(const Figure& figure, const std::vector<Cell>& cells) {
  std::string text = say(figure.meaning) + " ";
  if (!is_of_energy(figure)) return text;
  text += say("Measured: %1, with all that ran there.", meters_in_words(energies_of(cells))) + " ";
  if (std::ranges::any_of(cells, [](const Cell& cell) { return cell.energy.known() && cell.energy.short_windows; }))
    text += say("Epochs shorter than %1 s are uncertain.", significant(least_energy_window_s, 1)) + " ";
  if (drawn_together(figure, cells).size() > 1)
    text += say("Without idle: less what the idle machine takes in the same seconds.") + " ";
  return text;
}

}  // namespace mlplab
