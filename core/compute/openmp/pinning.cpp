#include "core/compute/openmp/pinning.h"

#include <omp.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/machine/threads.h"
#include "core/machine/topology.h"

namespace mlplab {

int workers_of(const BackendOptions& options) {
  const int workers = options.workers > 0 ? options.workers : std::min(omp_get_num_procs(), usable_cpus());
  check_threads_start(workers - 1);
  return workers;
}

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

namespace {

/// Where OMP_PROC_BIND wants the calling thread; empty without it. OpenMP keeps the threads that it starts where they
/// belong, but the first one is free outside a region (use_allowed_cpus()).
std::vector<int> own_place() {
  const int place = omp_get_place_num();
  if (place < 0) return {};
  std::vector<int> cpus(static_cast<std::size_t>(std::max(0, omp_get_place_num_procs(place))));
  if (!cpus.empty()) omp_get_place_proc_ids(place, cpus.data());
  return cpus;
}

}  // namespace

std::optional<PinnedThread> pinned(const std::vector<int>& cpus, int worker) {
  if (cpus.empty()) {
    if (worker != 0) return std::nullopt;
    const std::vector<int> place = own_place();
    return place.empty() ? std::nullopt : std::optional<PinnedThread>(std::in_place, place);
  }
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
