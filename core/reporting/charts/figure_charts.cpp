#include "core/reporting/charts/figure_charts.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/experiments/first_letter.h"
#include "core/launch/configurations.h"
#include "core/reporting/charts/looks.h"
#include "core/run/energy.h"
#include "core/study/figures.h"

namespace mlplab {
namespace {

bool is_of_energy(const Figure& figure) {
  return std::ranges::find(figures::of_energy, &figure) != std::end(figures::of_energy);
}

std::string meters_of(const std::vector<Cell>& cells) {
  std::vector<const RepeatedEnergy*> energies;
  for (const Cell& cell : cells)
    if (cell.runs > 0) energies.push_back(&cell.energy);
  return meters_in_words(energies);
}

}  // namespace

Chart figure_chart(const Figure& figure, const std::vector<Cell>& cells, const std::string& baseline) {
  Chart chart;
  chart.title = first_letter_up(say(figure.name));
  chart.y = {.title = say(figure.name), .unit = shown_unit(figure, cells).name, .min = 0.0};
  chart.unit = chart.y.unit.empty() ? say("against %1", baseline) : chart.y.unit;
  if (is_of_energy(figure)) chart.caption = say(" · energy: %1, with all that ran there", meters_of(cells));
  if (std::ranges::any_of(cells, [&](const Cell& cell) { return figure.of(cell).uncertain; })) {
    chart.unit = "≈ " + chart.unit;
    chart.caption += say(" · ≈: epochs below %1 s", significant(least_energy_window_s, 1));
  }
  return chart;
}

void add_cell_bars(Chart& chart, const Figure& figure, const std::vector<Cell>& cells) {
  const double scale = shown_unit(figure, cells).scale;
  chart.stacked = true;  // one bar for each cell, of its own colour
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Measured measured = figure.of(cells[i]);
    BarSeries bar;
    bar.name = configuration_title(cells[i].name);
    chart.categories.push_back(bar.name);
    bar.color = look_of_backend(cells[i].name).color;
    bar.in_legend = false;
    bar.values.assign(cells.size(), not_known);
    bar.values[i] = scale * measured.value;
    if (any_spread(figure, cells)) {
      bar.error_low = bar.error_high = bar.values;
      if (measured.interval.known()) bar.error_low[i] = scale * measured.interval.low;
      if (measured.interval.known()) bar.error_high[i] = scale * measured.interval.high;
    }
    chart.bars.push_back(std::move(bar));
  }
}

void add_value(ChartSeries& series, double x, const Measured& measured, double scale) {
  series.x.push_back(x);
  series.y.push_back(scale * measured.value);
  const bool known = measured.interval.known();
  series.error_low.push_back(scale * (known ? measured.interval.low : measured.value));
  series.error_high.push_back(scale * (known ? measured.interval.high : measured.value));
}

std::string figure_caption(const Figure& figure, const std::vector<Cell>& cells) {
  std::string text = say(figure.meaning) + " ";
  if (!is_of_energy(figure)) return text;
  text += say("Measured: %1, with all that ran there.", meters_of(cells)) + " ";
  if (std::ranges::any_of(cells, [](const Cell& cell) { return cell.energy.known() && cell.energy.short_windows; }))
    text += say("Epochs shorter than %1 s are uncertain.", significant(least_energy_window_s, 1)) + " ";
  return text;
}

}  // namespace mlplab
