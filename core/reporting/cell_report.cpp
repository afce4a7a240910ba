#include "core/reporting/cell_report.h"

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/study/figures.h"

namespace mlplab {

void add_figures(TableInTwoForms& table, const Cell& cell, Figures figures) {
  const std::string runs = std::to_string(cell.counted);
  table.add(say("runs"), "runs", cell.counted > 0 ? runs : "–", runs);
  for (const Figure* figure : figures) table.add(say(figure->column), "", figure_text(*figure, cell));
}

void add_figures_exact(TableInTwoForms& table, const Cell& cell, Figures figures) {
  for (const Figure* figure : figures) table.number("", figure->id, figure->of(cell).value);
}

void add_last_exact(TableInTwoForms& table, const Cell& cell, const RepeatedEnergy& energy) {
  table.numbers({{"energy_epoch_j", energy.epoch_j},
                 {"energy_epoch_j_low", energy.epoch_ci.low},
                 {"energy_epoch_j_high", energy.epoch_ci.high},
                 {"energy_mean_w", energy.mean_w},
                 {"energy_relative_edp", energy.relative_edp},
                 {"energy_relative_edp_low", energy.relative_ci.low},
                 {"energy_relative_edp_high", energy.relative_ci.high}});
  table.add("", "energy_short_windows", !energy.known() ? "" : energy.short_windows ? "yes" : "no");
  add_figures_exact(table, cell, figures::newer);
}

void add_figures(nlohmann::ordered_json& json, const Cell& cell, Figures figures) {
  for (const Figure* figure : figures)
    json[figure->id] = finite_or_null<nlohmann::ordered_json>(figure->of(cell).value);
}

}  // namespace mlplab
