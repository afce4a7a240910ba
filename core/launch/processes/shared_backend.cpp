// Processes on one machine that read each other's gradients in shared memory: what processes can do when nothing is
// sent. The sum itself is in shared_communicator.cpp.
#include "core/base/language.h"
#include "core/launch/processes/process_backends.h"

namespace mlplab {

BackendEntry processes_shared_backend() {
  BackendEntry entry = process_entry();
  entry.name = "processes-shared";
  entry.title = to_say("Processes, shared memory");
  entry.description =
      to_say("each process computes its share of every batch; gradients are added in memory that all see");
  entry.technology = to_say("C++, POSIX processes, shared memory");
  entry.launch = launch_ranks("shared");
  return entry;
}

}  // namespace mlplab
