#include "core/compute/openmp/pinning.h"

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/machine/topology.h"

namespace mlplab {

BackendOption pin_option() {
  return {"pin",
          {"none", "cores"},
          to_say("cores: keep each thread on a core of its own, fast cores first; none: the system decides")};
}

std::vector<int> cpus_of(const BackendOptions& options) {
  const auto found = options.values.find("pin");
  if (found == options.values.end() || found->second == "none") return {};
  return machine_topology().placement();
}

std::optional<PinnedThread> pinned(const std::vector<int>& cpus, int worker) {
  if (cpus.empty()) return std::nullopt;
  return std::optional<PinnedThread>(std::in_place, cpus[static_cast<std::size_t>(worker) % cpus.size()]);
}

void check_threads(int got, int asked) {
  if (got == asked) return;
  throw BackendError(
      say("OpenMP gave fewer than %1 threads; use fewer workers, or unset OMP_THREAD_LIMIT and "
          "OMP_DYNAMIC",
          asked));
}

}  // namespace mlplab
