#include "core/launch/host_threads.h"

#include <algorithm>

#include "core/launch/processes/hostfile.h"
#include "core/launch/processes/transport.h"

namespace mlplab {

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

}  // namespace mlplab
