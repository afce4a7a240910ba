// The published design: worker processes that send serialised gradients through pipes, and get serialised weights back,
// in every step. The messages are in pipe_communicator.cpp.
#include "core/compute/processes/process_backends.h"
#include "core/training/run_spec.h"

namespace mlplab {

BackendEntry processes_pickled_backend() {
  BackendEntry entry = process_entry();
  entry.name = "processes-pickled";
  entry.title = "Processes, pickled";
  entry.description = "each process serialises its gradient into a pipe and gets the weights back, in every step";
  entry.technology = "C++, POSIX processes, pipes";
  entry.launch = [](const RunSpec& spec, const std::filesystem::path& exchange) {
    Launch launch;
    launch.command = rank_command(spec, exchange);
    launch.transport = "pipes";
    launch.ranks = ranks_of(spec.options);
    launch.obeys = true;
    return launch;
  };
  return entry;
}

}  // namespace mlplab
