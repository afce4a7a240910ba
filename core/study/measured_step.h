// Where the time of a profiled step went, of a run and of the runs of a cell: the parts of core/compute/profile.h
// without their operations. Known only of runs that were asked for it (RunSpec::profile_steps). To keep another part:
// a member of RunStep, its line in run_step_members and its figure in figures.h.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run/run_log.h"
#include "core/statistics/statistics.h"

namespace mlplab {

/// Means over the steps: the parts add up to wall_s, as far as nothing was booked twice.
struct RunStep {
  std::int64_t steps = 0;  // that were profiled; 0: none
  double wall_s = not_known;
  double h2d_s = not_known, kernel_s = not_known, d2h_s = not_known;
  double communication_s = not_known, host_s = not_known, unrecorded_s = not_known;
  bool known() const { return steps > 0; }
};

/// For core/base/members.h.
inline constexpr auto run_step_members = [](auto& file, auto& step) {
  file.count("steps", step.steps, 1);
  file.amount("wall_s", step.wall_s);
  file.amount("h2d_s", step.h2d_s);
  file.amount("kernel_s", step.kernel_s);
  file.amount("d2h_s", step.d2h_s);
  file.amount("communication_s", step.communication_s);
  file.amount("host_s", step.host_s);
  file.amount("unrecorded_s", step.unrecorded_s);
};

/// Without the first `skipped` epochs, unless the run has no others.
RunStep step_of_run(const RunLog& log, int skipped = 0);
/// The mean of the runs that know theirs, each counting by its steps.
RunStep step_of_runs(const std::vector<RunStep>& runs);

}  // namespace mlplab
