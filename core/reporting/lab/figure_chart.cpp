#include "core/reporting/lab/figure_chart.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/experiments/first_letter.h"
#include "core/run/energy.h"
#include "core/study/figures.h"

namespace mlplab {
namespace {

/// By which meters the joules were measured, and what is uncertain in them.
std::string meters_of(const std::vector<Cell>& cells) {
  std::vector<const RepeatedEnergy*> energies;
  bool uncertain = false;
  for (const Cell& cell : cells) {
    if (cell.runs > 0) energies.push_back(&cell.energy);
    uncertain = uncertain || (cell.energy.known() && cell.energy.short_windows);
  }
  std::string text = say("Measured: %1, with all that ran there.", meters_in_words(energies)) + " ";
  if (uncertain) text += say("Epochs shorter than %1 s are uncertain.", significant(least_energy_window_s, 1)) + " ";
  return text;
}

}  // namespace

ReportChart figure_chart(const std::string& stem, const Figure& figure, const std::vector<Cell>& cells) {
  ReportChart chart{.name = stem + "-" + figure.id, .caption = say(figure.meaning) + " "};
  if (std::ranges::find(figures::of_energy, &figure) != std::end(figures::of_energy)) chart.caption += meters_of(cells);
  chart.plot.title = first_letter_up(say(figure.name));
  chart.plot.y = {.title = say(figure.name), .unit = shown_unit(figure, cells).name};
  // Karp and Flatt's fraction may be below 0, and there only.
  if (std::ranges::none_of(cells, [&](const Cell& cell) { return figure.of(cell).value < 0.0; }))
    chart.plot.y.min = 0.0;
  return chart;
}

void add_bars(Plot& plot, const Figure& figure, const std::vector<Cell>& cells) {
  constexpr int bar_color = 3;
  const double scale = shown_unit(figure, cells).scale;
  PlotCurve values;  // as those of a curve
  for (const Cell& cell : cells) {
    plot.categories.push_back(cell.name);
    add_value(values, 0.0, figure.of(cell), scale);
  }
  plot.bars.push_back({.color = bar_color, .values = values.y, .low = values.low, .high = values.high});
}

void add_value(PlotCurve& curve, double x, const Measured& measured, double scale) {
  curve.x.push_back(x);
  curve.y.push_back(scale * measured.value);
  curve.low.push_back(measured.spreads() ? scale * measured.interval.low : not_known);
  curve.high.push_back(measured.spreads() ? scale * measured.interval.high : not_known);
}

}  // namespace mlplab
