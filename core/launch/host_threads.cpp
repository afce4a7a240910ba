#include "core/launch/host_threads.h"

#include <algorithm>

#include "core/launch/processes/hostfile.h"

namespace mlplab {

std::optional<int> host_threads(const RunStarted& started) {
  if (!remote_hosts_of(started.spec).empty()) return {};
  const BackendEntry* entry = known_backend(started.spec.backend);
  if (entry != nullptr && entry->on_device()) return 0;
  return started.workers * (started.spec.team ? std::max(1, started.spec.options.workers) : 1);
}

}  // namespace mlplab
