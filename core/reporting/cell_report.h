// Cells of a study in its tables and files, of a sweep and of a comparison alike. A new figure is an entry of
// core/study/figures.h.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "core/reporting/table.h"
#include "core/study/figure.h"

namespace mlplab {

using Figures = std::span<const Figure* const>;

/// The number of runs of a cell; for people its figures, too.
void add_figures(TableInTwoForms& table, const Cell& cell, Figures figures);
/// In the file alone, each under its id.
void add_figures_exact(TableInTwoForms& table, const Cell& cell, Figures figures);
/// In the file alone: the joules of `energy` with their intervals, then what came later.
void add_last_exact(TableInTwoForms& table, const Cell& cell, const RepeatedEnergy& energy);
/// A member for each; null where it is not known.
void add_figures(nlohmann::ordered_json& json, const Cell& cell, Figures figures);

}  // namespace mlplab
