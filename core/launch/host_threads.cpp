#include "core/launch/host_threads.h"

#include <algorithm>

#include "core/base/unreachable.h"
#include "core/launch/processes/hostfile.h"
#include "core/launch/processes/process_backends.h"

namespace mlplab {

std::optional<int> host_threads(const RunStarted& started) {
  const BackendEntry* entry = known_backend(started.spec.backend);
  switch (entry == nullptr ? BackendKind::external : entry->kind) {
    case BackendKind::cpu:
    case BackendKind::external:
      return started.workers;
    case BackendKind::gpu:
      return 0;
    case BackendKind::processes: {
      if (!remote_hosts_of(started.spec).empty()) return {};
      const RankCompute compute = rank_compute_of(started.spec.options);
      const bool gpu = find_backend(compute.backend).kind == BackendKind::gpu;
      return gpu ? 0 : started.workers * std::max(1, compute.options.workers);
    }
  }
  unreachable();
}

}  // namespace mlplab
