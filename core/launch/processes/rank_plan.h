// One rank's part in a run of several processes: what it computes with, how the group calls itself.
#pragma once

#include "core/training/trainer.h"

namespace mlplab {

/// In a job of `ranks` processes that mpirun or srun started, a run is one of the backend mpi, whatever backend its
/// spec names: that one computes in each rank then.
void fit_job(RunSpec& spec, int ranks);

/// The plan of one rank of a run whose spec names a backend of kind 'processes'.
RankPlan rank_plan(Communicator& communicator, const RunSpec& spec);

}  // namespace mlplab
