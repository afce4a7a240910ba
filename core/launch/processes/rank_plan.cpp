#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/launch/processes/group.h"
#include "core/launch/processes/transport.h"
#include "core/run/configuration.h"

namespace mlplab {

void fit_job(RunSpec& spec, int ranks) {
  if (!spec.team) return make_team(spec, mpi_transport, ranks);
  if (const int members = ranks_of(spec.team->members); members > 0 && members != ranks)
    throw UsageError(say("the team %1 has %2 processes, the job has %3: start as many as it names",
                         to_string(spec.team->members), members, ranks),
                     "options.team");
  spec.team->transport = mpi_transport;
  spec.team->ranks = ranks;
}

namespace {

/// '2 threads of OpenMP', in English.
std::string threads_in_words(const Compute& compute) {
  const int threads = std::max(1, compute.options.workers);
  return std::to_string(threads) + " thread" + (threads == 1 ? "" : "s") + " of " + find_backend(compute.backend).title;
}

/// '4 ranks × 2 threads of OpenMP', or '3 ranks: 1 thread of SIMD, 2 × 1 thread of Sequential'; English in every
/// language, because a kept sweep tells devices apart by it.
std::string ranks_in_words(const std::vector<Compute>& computes) {
  const std::string ranks = std::to_string(computes.size()) + " rank" + (computes.size() == 1 ? "" : "s");
  std::string members;
  for (auto first = computes.begin(); first != computes.end();) {
    const auto end = std::find_if(first, computes.end(), [&](const Compute& other) { return other != *first; });
    const auto count = end - first;
    if (std::cmp_equal(count, computes.size())) return ranks + " × " + threads_in_words(*first);
    members +=
        (members.empty() ? "" : ", ") + (count > 1 ? std::to_string(count) + " × " : "") + threads_in_words(*first);
    first = end;
  }
  return ranks + ": " + members;
}

}  // namespace

RankPlan rank_plan(Communicator& communicator, RunSpec& spec) {
  if (spec.team->fit && std::ssize(spec.team->fit->rows) != communicator.size()) spec.team->fit.reset();
  const std::vector<Compute> computes = computes_of(spec);
  const int first = communicator.rank() - communicator.local_rank();  // of the ranks of this machine
  const Compute own =
      with_devices(computes, static_cast<std::size_t>(first)).at(static_cast<std::size_t>(communicator.rank()));
  int threads = 0;  // of all ranks on average: they crowd the cores together
  for (const Compute& compute : computes) threads += std::max(1, compute.options.workers);
  communicator.set_threads((threads + communicator.size() - 1) / communicator.size());
  const std::string device =
      ranks_in_words(computes) + ", " + communicator.transport() + ", " + find_backend(own.backend).device();
  return {communicator,           own.backend,         own.options, device, has_local_statistics(spec),
          weights_of(*spec.team), is_mixed(*spec.team)};
}

}  // namespace mlplab
