// The ranks of an MPI job as a Communicator. Linked into mlplab-cli only.
#pragma once

#include <memory>

#include "core/compute/communicator.h"

namespace mlplab {

/// Joins the job that this process was started in. Ranks that are all on one machine add their gradients in a window of
/// shared memory, others with MPI_Iallreduce; MLPLAB_MPI_SUM=allreduce or window in the environment decides otherwise.
/// One at a time. Throws BackendError.
std::unique_ptr<Communicator> join_mpi();

}  // namespace mlplab
