// A comparison as a study: its cells, and the figures that are shown of them.
#pragma once

#include <vector>

#include "core/study/comparison/comparison.h"
#include "core/study/figure.h"

namespace mlplab {

/// A row without a run that went to its end has no figure.
Cell cell_of(const ComparisonRow& row);
std::vector<Cell> cells_of(const Comparison& comparison);
/// In the order of their columns; of joules only where any were measured.
std::vector<const Figure*> table_figures(const Comparison& comparison);
/// Those that have a chart and are known of any row.
std::vector<const Figure*> chart_figures(const Comparison& comparison);

}  // namespace mlplab
