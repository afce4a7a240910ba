// Several runs on one clock: where each would be after so many seconds of training, from the times that it recorded.
// Knows no widget; race_view.h draws it.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/reporting/chart.h"
#include "core/study/comparison/comparison.h"

namespace mlplab {

struct RaceLane {
  QString name;
  SeriesColor color;
  double epochs_total = 1.0;
  std::vector<double> time_s;  // rising, from 0: training time
  std::vector<double> epochs;  // done by then
  bool complete = false;       // it has reached the end
};

struct Race {
  std::vector<RaceLane> lanes;
  QString caption;  // what was trained, for images
  /// The last lane's last time.
  double end_s() const;
};

/// A lane for every row that has run or runs now, in their order.
Race race_of(const Comparison& comparison);
/// Epochs done after `clock_s` seconds of the lane's own training, between its points by straight lines.
double epochs_at(const RaceLane& lane, double clock_s);
/// When it reached the end; nothing for a lane that did not.
std::optional<double> finish_s(const RaceLane& lane);
/// 1 for the first of those that are done at `clock_s`, …; 0 for a lane that is still on its way.
int place_at(const Race& race, std::size_t lane, double clock_s);

}  // namespace mlplab
