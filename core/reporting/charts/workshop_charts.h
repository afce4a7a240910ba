// The charts of a timed kernel as pure functions of what was measured: times and rates over sizes beside its rungs, and
// its points under the ceilings of the machine.
#pragma once

#include "core/reporting/chart.h"
#include "core/study/profile/ceilings.h"
#include "core/workshop/timing.h"

namespace mlplab::workshop {

/// Time over n, with the range of the repeats; the kernel first.
Chart kernel_times_chart(const Work& work, const OperationStudy& study);
/// Operations per second over n under the measured peak (0: not known); empty where the task has no operations.
Chart kernel_rates_chart(const Work& work, const OperationStudy& study, double peak);
/// One point per size: operations per byte of the arrays, which move once at least. Empty where the task has no
/// operations, or nothing was measured.
Chart kernel_roofline_chart(const Work& work, const OperationStudy& study, const Ceilings& ceilings);

}  // namespace mlplab::workshop
