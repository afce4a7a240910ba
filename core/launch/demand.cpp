#include "core/launch/demand.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/network_memory.h"
#include "core/launch/configurations.h"
#include "core/launch/processes/hostfile.h"
#include "core/launch/processes/transport.h"

namespace mlplab {

std::size_t memory_bytes_of(const RunSpec& spec) {
  if (!hostfile_of(spec).empty() || !hosts_of_members(spec).empty()) return 0;
  const std::vector<Compute> computes = computes_of(spec);
  const auto on_host =
      std::ranges::count_if(computes, [](const Compute& compute) { return find_backend(compute.backend).on_host(); });
  if (on_host == 0) return 0;
  // Every rank's engine has room for the whole batch.
  return memory_need(spec.model, spec.optimizer, spec.batch).total_bytes() * static_cast<std::size_t>(on_host);
}

void check_memory(const RunSpec& spec, const MemoryLeft& left) {
  const std::size_t needed = memory_bytes_of(spec);
  if (needed == 0 || left.bytes == 0 || needed <= left.bytes) return;
  const auto gib = [](std::size_t bytes) { return significant(static_cast<double>(bytes) / (1 << 30)) + " GiB"; };
  throw UsageError(left.limit.empty()
                       ? say("the network %1 at batch %2 needs %3 of memory, this machine has %4 left; use a smaller "
                             "batch, network or image",
                             spec.model.name(), spec.batch, gib(needed), gib(left.bytes))
                       : say("the network %1 at batch %2 needs %3 of memory, this machine has %4 left for this program "
                             "(%5); use a smaller batch, network or image, or raise the limit",
                             spec.model.name(), spec.batch, gib(needed), gib(left.bytes), left.limit),
                   "batch");
}

std::optional<int> host_threads(const RunStarted& started) {
  if (!remote_hosts_of(started.spec).empty()) return {};
  if (started.spec.team && !started.spec.team->members.empty()) {
    int threads = 0;
    for (const Compute& compute : computes_of(started.spec))
      if (find_backend(compute.backend).on_host()) threads += std::max(1, compute.options.workers);
    return threads;
  }
  const BackendEntry* entry = known_backend(started.spec.backend);
  if (entry != nullptr && entry->on_device()) return 0;
  return started.workers * (started.spec.team ? std::max(1, started.spec.options.workers) : 1);
}

bool shares_batch(const RunSpec& spec) { return spec.team || find_configuration(spec.backend).is_parallel(); }

int sharers_of(const RunSpec& spec) {
  if (spec.team) return ranks_of(spec);
  const BackendEntry& entry = find_backend(spec.backend);
  return spec.options.workers > 0 ? spec.options.workers : std::max(1, entry.workers_max());
}

void fit_batch(RunSpec& spec) {
  if (spec.batch_per_rank == 0) return;
  if (!shares_batch(spec))
    throw UsageError(
        say("the backend %1 has no workers that share a batch: give the whole batch", configuration_name(spec)),
        "batch");
  // As validate() has it, which is asked later; the product must fit into a number until then.
  spec.batch = static_cast<int>(std::min<long long>(static_cast<long long>(spec.batch_per_rank) * sharers_of(spec),
                                                    std::numeric_limits<int>::max()));
}

}  // namespace mlplab
