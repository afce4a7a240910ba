#include "core/launch/processes/rank_plan.h"

#include "core/launch/processes/process_backends.h"

namespace mlplab {

void fit_job(RunSpec& spec, int ranks) {
  if (find_backend(spec.backend).kind == BackendKind::processes)
    spec.options.workers = ranks;
  else
    spec.options = process_options_of(ranks, spec.backend, spec.options);
  spec.backend = mpi_backend_name;
}

RankPlan rank_plan(Communicator& communicator, const RunSpec& spec) {
  RankCompute compute = rank_compute_of(spec.options);
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
