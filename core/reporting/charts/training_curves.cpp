#include "core/reporting/charts/training_curves.h"

#include "core/base/language.h"

namespace mlplab {

std::string curve_note(const TrainingCurve& curve) {
  return curve.on_grid ? say("mean of each tenth of an epoch")
                       : say("means between reports of its own: not at the points of other runs");
}

}  // namespace mlplab
