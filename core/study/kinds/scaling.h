// A sweep as a study: its cells, and the figures that are shown of them.
#pragma once

#include <string>
#include <vector>

#include "core/study/figure.h"
#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {

/// [points], in their order.
std::vector<Cell> cells_of(const SweepAnalysis& analysis);
/// In the order of their columns.
std::vector<const Figure*> table_figures(const SweepAnalysis& analysis);
/// Those that have a chart; of joules and of memory only where any were measured.
std::vector<const Figure*> chart_figures(const SweepAnalysis& analysis);
/// The baseline: '1 worker', 'batch 16', 'openmp'.
std::string baseline_words(const SweepAnalysis& analysis);

}  // namespace mlplab
