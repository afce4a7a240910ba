// The points of an epoch at which a run reports its training loss and accuracy. The curves of equal runs are equal
// because these points follow from the number of steps alone, and never from the clock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/run/event.h"
#include "core/run/run_log.h"

namespace mlplab {

/// Point i, from 1 to 10, is the first step at which i tenths of the epoch are done.
inline constexpr int curve_points_per_epoch = 10;

/// The first point after `step` steps of an epoch of `steps_per_epoch`; the last one is the epoch's end.
std::int64_t next_curve_point(std::int64_t step, std::int64_t steps_per_epoch);
bool is_curve_point(std::int64_t step, std::int64_t steps_per_epoch);

/// Joins reports of any interval into one for each tenth of an epoch: means weighted by the examples. A report that
/// passes a point without ending at it is not divided: the joined one then ends where that report did.
class CurveGrid {
 public:
  /// The first report follows `begin_epochs` epochs, which took `begin_time_s`. Without the numbers of steps and
  /// examples in `started`, all parts of an epoch count alike.
  explicit CurveGrid(const RunStarted& started, double begin_epochs = 0.0, double begin_time_s = 0.0);

  /// The joined report, where this one completes it. A report that does not follow the one before it is left out.
  std::optional<StepDone> add(const StepDone& report);
  /// The reports since the last joined one, joined; they are forgotten here.
  std::optional<StepDone> rest();
  /// As rest(), without forgetting it.
  const std::optional<StepDone>& so_far() const { return joined_; }

 private:
  double examples_until(double epochs) const;

  double examples_ = 0.0, steps_ = 0.0, batch_ = 0.0;  // of an epoch
  double begin_, end_;                                 // in epochs: of joined_, and of all that was added
  double begin_time_s_;
  std::optional<StepDone> joined_;
  double weight_ = 0.0;  // of joined_, in examples
};

/// A run's training curve.
struct TrainingCurve {
  std::vector<StepDone> points;
  /// False: the run reported at points of its own (a log of an older version, another program). Such a curve cannot be
  /// compared with others point by point.
  bool on_grid = true;
};
/// While the run goes on, the tenth that is not complete yet is the last point.
TrainingCurve training_curve(const RunLog& log);

}  // namespace mlplab
