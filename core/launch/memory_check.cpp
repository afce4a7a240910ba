#include "core/launch/memory_check.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/network_memory.h"
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

}  // namespace mlplab
