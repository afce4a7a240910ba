// One rank's part in a run of several processes: what it computes with, how the group calls itself.
#pragma once

#include "core/training/trainer.h"

namespace mlplab {

/// In a job of `ranks` processes that mpirun or srun started, a run's team is these processes, whatever its spec says.
void fit_job(RunSpec& spec, int ranks);

/// The plan of one rank of a run that has a team.
RankPlan rank_plan(Communicator& communicator, const RunSpec& spec);

}  // namespace mlplab
