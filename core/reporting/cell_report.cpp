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
  const RepeatedJoules& all = energy.with_idle;
  const auto yes_or_no = [](bool known, bool yes) { return !known ? "" : yes ? "yes" : "no"; };
  table.numbers({{"energy_epoch_j", all.epoch_j},
                 {"energy_epoch_j_low", all.epoch_ci.low},
                 {"energy_epoch_j_high", all.epoch_ci.high},
                 {"energy_mean_w", energy.mean_w},
                 {"energy_relative_edp", all.relative_edp},
                 {"energy_relative_edp_low", all.relative_ci.low},
                 {"energy_relative_edp_high", all.relative_ci.high}});
  table.add("", "energy_short_windows", yes_or_no(energy.known(), energy.short_windows));
  add_figures_exact(table, cell, figures::newer);
  const RepeatedJoules& own = energy.without_idle;
  table.numbers({{"epoch_j_without_idle_low", own.epoch_ci.low},
                 {"epoch_j_without_idle_high", own.epoch_ci.high},
                 {"edp_js_low", all.edp_ci.low},
                 {"edp_js_high", all.edp_ci.high},
                 {"edp_js_without_idle_low", own.edp_ci.low},
                 {"edp_js_without_idle_high", own.edp_ci.high},
                 {"relative_edp_without_idle_low", own.relative_ci.low},
                 {"relative_edp_without_idle_high", own.relative_ci.high},
                 {"idle_w_low", energy.idle_w.low},
                 {"idle_w_high", energy.idle_w.high},
                 {"idle_time_s", energy.idle_time_s}});
  table.add("", "without_idle_uncertain", yes_or_no(own.known(), own.uncertain));
  add_figures_exact(table, cell, figures::newest);
}

void add_figures(nlohmann::ordered_json& json, const Cell& cell, Figures figures) {
  for (const Figure* figure : figures)
    json[figure->id] = finite_or_null<nlohmann::ordered_json>(figure->of(cell).value);
}

}  // namespace mlplab
