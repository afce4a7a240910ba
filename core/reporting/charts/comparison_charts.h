// The charts of a comparison as pure functions, for the page Compare and the lab report.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/reporting/chart.h"
#include "core/study/comparison/comparison.h"
#include "core/study/comparison/published.h"
#include "core/study/figure.h"
#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {

/// The training in words, for the foot of images.
std::string comparison_caption(const Comparison& comparison);

/// Training time of every row that is done, one bar per row; in an optional second colour the published times.
Chart comparison_times_chart(const Comparison& comparison, bool logarithmic,
                             const std::optional<PublishedStudy>& published);
/// The factor of each rung of the ladder over the one below; nothing where there is no ladder.
std::optional<Chart> ladder_chart(const Comparison& comparison);
/// A bar for each row that has the figure.
Chart comparison_figure_chart(const Comparison& comparison, const Figure& figure);
/// Over epochs, of every row that has begun: its losses and, once one has ended, its accuracies; then the phases of its
/// run and the parts of a step, where there are any.
std::vector<Chart> course_charts(const Comparison& comparison);
/// Those of the window: times, the course, joules and memory where there are any.
std::vector<Chart> comparison_charts(const Comparison& comparison, bool logarithmic,
                                     const std::optional<PublishedStudy>& published);

/// The speedup or efficiency of several backends over their workers, each against its own single worker, with error
/// bars.
Chart workers_chart(const std::vector<std::shared_ptr<const SweepAnalysis>>& sweeps,
                    const std::optional<PublishedStudy>& published, const Figure& figure);

}  // namespace mlplab
