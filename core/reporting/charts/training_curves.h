// The training curve of a run, as every chart draws it.
#pragma once

#include "core/base/language.h"
#include "core/reporting/chart.h"
#include "core/run/curve_grid.h"

namespace mlplab {

/// The meaning of each point of a training curve.
inline std::string curve_note(const TrainingCurve& curve) {
  return curve.on_grid ? say("mean of each tenth of an epoch")
                       : say("means between reports of its own: not at the points of other runs");
}
/// Adds a value of the training, each point the mean of a tenth of an epoch, at the place of that point.
template <class StepValue, class StepPlace>
void add_training(ChartSeries& series, const RunLog& log, StepValue value, StepPlace place) {
  const TrainingCurve curve = training_curve(log);
  series.note = curve_note(curve);
  for (const StepDone& point : curve.points) series.add(place(point), value(point));
}
template <class StepValue>
void add_training(ChartSeries& series, const RunLog& log, StepValue value) {
  add_training(series, log, value, [](const StepDone& point) { return point.epochs; });
}

}  // namespace mlplab
