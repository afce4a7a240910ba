#include "core/launch/processes/rank_plan.h"

#include "core/launch/processes/transport.h"
#include "core/run/configuration.h"

namespace mlplab {

void fit_job(RunSpec& spec, int ranks) {
  if (!spec.team) return make_team(spec, mpi_transport, ranks);
  spec.team->transport = mpi_transport;
  spec.team->ranks = ranks;
}

RankPlan rank_plan(Communicator& communicator, const RunSpec& spec) {
  Compute compute = rank_compute_of(spec);
  compute.options.local_rank = communicator.local_rank();
  const BackendEntry& entry = find_backend(compute.backend);
  const int threads = compute.options.workers > 0 ? compute.options.workers : 1;
  communicator.set_threads(threads);
  const auto count = [](int number, const std::string& noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
  };
  // English in every language: a kept sweep tells devices apart by it.
  const std::string device = count(communicator.size(), "rank") + " × " + count(threads, "thread") + " of " +
                             entry.title + ", " + communicator.transport() + ", " + entry.device();
  return {communicator, compute.backend, compute.options, device, has_local_statistics(spec)};
}

}  // namespace mlplab
