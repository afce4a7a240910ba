// Processes on one machine that read each other's gradients in shared memory: what processes can do when nothing is
// sent. The sum itself is in shared_communicator.cpp.
#include "core/compute/processes/process_backends.h"
#include "core/training/run_spec.h"

namespace mlplab {

BackendEntry processes_shared_backend() {
  BackendEntry entry = process_entry();
  entry.name = "processes-shared";
  entry.title = "Processes, shared memory";
  entry.description = "each process computes its share of every batch; gradients are added in memory that all see";
  entry.technology = "C++, POSIX processes, shared memory";
  entry.launch = [](const RunSpec& spec, const std::filesystem::path& exchange) {
    Launch launch;
    launch.command = rank_command(spec, exchange);
    launch.transport = "shared";
    launch.ranks = ranks_of(spec.options);
    launch.obeys = true;
    return launch;
  };
  return entry;
}

}  // namespace mlplab
