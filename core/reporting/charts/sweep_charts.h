// The charts of a sweep as pure functions of its analysis, for the page Scale and the lab report. A new one is a figure
// of core/study.
#pragma once

#include <optional>
#include <vector>

#include "core/reporting/chart.h"
#include "core/study/comparison/published.h"
#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {

/// The class's guess before the measurement: the speedup with `workers` workers.
struct Guess {
  int workers = 2;
  double speedup = 2.0;
  /// The serial fraction that Amdahl's law needs for it, in [0, 1].
  double serial_fraction() const;
};

/// A curve of a published study, to lay beside one's own; its points are ratios, never its seconds.
struct PublishedOverlay {
  std::string label;    // 'Caldas 2025, C + OpenMP (i7 laptop)'
  std::string machine;  // the whole of it, for the caption
  std::vector<SpeedupPoint> points;
  PublishedBeside beside = {};
};
PublishedOverlay overlay_of(const PublishedStudy& study, const PublishedCurve& curve);

/// A dashed line with a mark for each point of the figure (speedup, efficiency or Karp–Flatt) that is known.
ChartSeries curve_of(const PublishedOverlay& published, const Figure& figure);

struct SweepExtras {
  std::optional<Guess> guess;
  std::vector<PublishedOverlay> published;
};

/// Speedup, efficiency, Karp–Flatt and time for workers; speed, images/s, accuracy and time for other axes; then
/// joules, memory, phases of a run, parts of a step, losses and accuracies by epoch, where there are any.
std::vector<Chart> sweep_charts(const SweepAnalysis& analysis, const SweepExtras& extras);

}  // namespace mlplab
