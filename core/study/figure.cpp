#include "core/study/figure.h"

#include <algorithm>
#include <string_view>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/statistics/few_repeats.h"
#include "core/study/run_speedup.h"

namespace mlplab {

void relate_speed(Cell& cell, const Cell& baseline) {
  const bool itself = &cell == &baseline;
  cell.speed = {baseline.time_s.value / cell.time_s.value,
                itself ? Interval{1.0, 1.0} : time_ratio_interval(baseline.times_s, cell.times_s)};
}

bool any_known(const Figure& figure, const std::vector<Cell>& cells) {
  return std::ranges::any_of(cells, [&](const Cell& cell) { return figure.of(cell).known(); });
}

std::vector<const Figure*> drawn_together(const Figure& figure, const std::vector<Cell>& cells) {
  if (figure.beside == nullptr || !any_known(*figure.beside, cells)) return {&figure};
  return {&figure, figure.beside};
}

bool any_spread(const Figure& figure, const std::vector<Cell>& cells) {
  return std::ranges::any_of(cells, [&](const Cell& cell) { return figure.of(cell).spreads(); });
}

ShownUnit shown_unit(const Figure& figure, const std::vector<Cell>& cells) {
  if (std::string_view(figure.unit) != "s") return {say(figure.unit), figure.scale};
  double longest_s = 0.0;
  for (const Cell& cell : cells)
    if (const Measured measured = figure.of(cell); measured.known()) longest_s = std::max(longest_s, measured.value);
  const UnitOfTime unit = unit_of_time(longest_s > 0.0 ? longest_s : 1.0);
  return {unit.name, unit.per_second};
}

std::string figure_text(const Figure& figure, const Cell& cell) {
  const Measured measured = figure.of(cell);
  if (!measured.known()) return "–";
  if (figure.percentage) return percent(measured.value, 4);  // accuracies differ in the fourth digit
  if (figure.ratio) return speed_words(measured.value, measured.interval);
  const double in_table = (figure.scaled ? figure.scale : 1.0) * measured.value;
  std::string value = (measured.uncertain ? "≈ " : "") + significant(in_table);
  if (!figure.interval_in_table || !measured.spreads()) return value;
  return say("%1 (%2 to %3)", value, significant(measured.interval.low), significant(measured.interval.high));
}

std::string rests_words(const std::string& name, std::size_t runs, int repeats, const std::string& why) {
  return say("%1 rests on %2 of %3: %4", name, runs, count_of(repeats, "run"), why);
}

nlohmann::ordered_json interval_json(const Interval& interval, double scale) {
  if (!interval.known()) return {};
  return {scale * interval.low, scale * interval.high};
}

}  // namespace mlplab
