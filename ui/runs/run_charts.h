// The runs of the window as charts draw them (core/reporting/charts/run_charts.h).
#pragma once

#include <vector>

#include "core/reporting/charts/run_charts.h"
#include "ui/runs/run.h"

namespace mlplab {

/// Those that legends name: shown, or hidden by hand.
std::vector<DrawnRun> drawn_runs(const RunList& runs);
/// All charts, in the order of the page Train; that of joules only where there are any.
std::vector<Chart> run_charts(const RunList& runs, RunAxis axis = RunAxis::epochs);

}  // namespace mlplab
