// One rank's part in a run of several processes: what it computes with, how the group calls itself.
#pragma once

#include "core/training/trainer.h"

namespace mlplab {

/// In a job of `ranks` processes that mpirun or srun started, a run's team is these processes, whatever its spec says.
void fit_job(RunSpec& spec, int ranks);

/// The plan of one rank of a run that has a team. Shares that were fitted to another number of ranks (a run that is
/// resumed with as many as this machine has cores) are forgotten: they are fitted anew.
RankPlan rank_plan(Communicator& communicator, RunSpec& spec);

}  // namespace mlplab
