// The figures of joules in a study: which of them it shows. A new one is an entry of figures.h, in its list of_energy.
#pragma once

#include <vector>

#include "core/study/figure.h"

namespace mlplab {

/// Adds their columns where any cell has joules; those without idle where any knows them.
void add_energy_columns(std::vector<const Figure*>& list, const std::vector<Cell>& cells);
/// Adds those that have a chart and are known of any cell. What is without idle is drawn beside what is with it; of the
/// energy-delay product the ratio to the baseline, or itself where there is no ratio.
void add_energy_charts(std::vector<const Figure*>& list, const std::vector<Cell>& cells);

}  // namespace mlplab
