#include "app/cli/ranks.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "core/base/error.h"
#ifdef MLPLAB_HAS_MPI
#include "core/base/language.h"
#include "core/launch/processes/group.h"
#endif

namespace mlplab {

std::unique_ptr<Communicator> join_job() {
  // Set by mpirun, by srun --mpi=pmix and by srun --mpi=pmi2. Slurm's own variables are also set in batch scripts.
  bool in_job = false;
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(variable) != nullptr) in_job = true;
  if (!in_job) return nullptr;
#ifdef MLPLAB_HAS_MPI
  return join_mpi();
#else
  throw BackendError(say(
      "this program was started as a part of an MPI job but was built without MPI; install libopenmpi-dev and build "
      "it again"));
#endif
}

int leave_group(const Communicator& communicator, const RunEnded& ended) {
  if (!ended.failure) return 0;
  const int code = static_cast<int>(*ended.failure);
  if (*ended.failure == Failure::diverged) return code;  // all ranks have seen it
  if (communicator.rank() != 0)
    std::cerr << "mlplab-cli: " + say("rank %1: %2", communicator.rank(), ended.reason) + "\n";
  std::cout.flush();
  // The other ranks may wait for this one in a sum; the program that started them ends them. This rank's messages must
  // be on their way before that.
  std::this_thread::sleep_for(std::chrono::milliseconds(communicator.rank() == 0 ? 200 : 1500));
  ::_exit(code);
}

}  // namespace mlplab
