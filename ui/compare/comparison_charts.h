// The charts of the Compare page as pure functions. A new chart is a function here and a card in ComparePage.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/experiments/comparison/comparison.h"
#include "core/experiments/comparison/published.h"
#include "core/experiments/sweep/sweep_analysis.h"
#include "ui/charts/chart_data.h"

namespace mlplab {

/// The training in words, for the foot of images.
QString comparison_caption(const Comparison& comparison);

/// Training time of every row that is done, one bar per row; in an optional second colour the published times.
ChartData comparison_times_chart(const Comparison& comparison, bool logarithmic,
                                 const std::optional<PublishedStudy>& published);
/// Joules an epoch, and their product with its time against the baseline, of every row that has them.
std::vector<ChartData> comparison_energy_charts(const Comparison& comparison);
/// Training loss over epochs, solid, and test loss at the epochs, of every row that has begun.
ChartData comparison_loss_chart(const Comparison& comparison);

/// Speedup or efficiency of several backends over their workers, each against its own single worker, with error bars.
ChartData workers_speedup_chart(const std::vector<std::shared_ptr<const SweepAnalysis>>& sweeps,
                                const std::optional<PublishedStudy>& published);
ChartData workers_efficiency_chart(const std::vector<std::shared_ptr<const SweepAnalysis>>& sweeps,
                                   const std::optional<PublishedStudy>& published);

}  // namespace mlplab
