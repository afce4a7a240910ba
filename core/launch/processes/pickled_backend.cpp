// The published design: worker processes that send serialised gradients through pipes, and get serialised weights back,
// in every step. The messages are in pipe_communicator.cpp.
#include "core/base/language.h"
#include "core/launch/processes/process_backends.h"

namespace mlplab {

BackendEntry processes_pickled_backend() {
  BackendEntry entry = process_entry();
  entry.name = "processes-pickled";
  entry.title = to_say("Processes, pickled");
  entry.description =
      to_say("each process serialises its gradient into a pipe and gets the weights back, in every step");
  entry.technology = to_say("C++, POSIX processes, pipes");
  entry.launch = launch_ranks("pipes");
  return entry;
}

}  // namespace mlplab
