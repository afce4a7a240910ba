// This process as one of several that train together (core/training/rank_group.h): joining and leaving.
#pragma once

#include <memory>

#include "core/compute/communicator.h"
#include "core/run/event.h"

namespace mlplab {

/// The MPI job that mpirun, srun or mpiexec started this process in; null where it was started alone. Throws
/// BackendError where this build has no MPI.
std::unique_ptr<Communicator> join_job();

/// A rank of the others than rank 0 reports to nobody.
class Silent : public EventSink {
 public:
  void on_event(const Event&) override {}
};

/// Ends this process's part: where the run failed, so that no other rank waits for this one for ever. Returns the exit
/// code.
int leave_group(const Communicator& communicator, const RunEnded& ended);

}  // namespace mlplab
