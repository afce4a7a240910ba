// The charts of runs as pure functions, for the page Train and the lab report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/reporting/chart.h"
#include "core/run/run_log.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// A run with its look.
struct DrawnRun {
  std::string name;   // '2 · OpenMP'
  std::string title;  // with what tells it apart from the others
  const RunSpec* spec = nullptr;
  const RunLog* log = nullptr;
  SeriesColor color;
  Marker marker = Marker::circle;
  int key = 0;  // its number: ChartSeries::key
  bool visible = true;
  bool diverged = false;
};

/// The horizontal axis of curves: epochs, steps, or seconds of training, without evaluation and pauses.
enum class RunAxis { epochs, steps, seconds };

/// The last visible run is the newest: runs that cannot be drawn on its axis (other data, another loss, unknown steps)
/// are named in the legend alone.
Chart run_loss_chart(const std::vector<DrawnRun>& runs, RunAxis axis = RunAxis::epochs);
Chart run_accuracy_chart(const std::vector<DrawnRun>& runs, RunAxis axis = RunAxis::epochs);
/// Bars for each epoch, as far as they can be told apart, or curves.
Chart run_time_chart(const std::vector<DrawnRun>& runs, bool bars = true);
Chart run_rate_chart(const std::vector<DrawnRun>& runs, RunAxis axis = RunAxis::epochs);
/// Joules of the training of each epoch; nothing where no visible run has any.
std::optional<Chart> run_energy_chart(const std::vector<DrawnRun>& runs);

}  // namespace mlplab
