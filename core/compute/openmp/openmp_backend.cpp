// The loops of `simd` on the threads of OpenMP. Inside a parallel region the workers share out the hidden units and
// meet at the barrier of core/compute/kernels/team.h, which sleeps where OpenMP's own would spin for milliseconds on a
// busy machine.
#include <omp.h>

#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/kernels/peak.h"
#include "core/compute/kernels/vector_backend.h"
#include "core/machine/affinity.h"
#include "core/machine/host_info.h"
#include "core/machine/topology.h"

namespace mlplab {
namespace {

class OpenMpTeam : public kernels::Team {
 public:
  /// `cpus`: where to keep the workers, in turn; empty leaves that to the system.
  OpenMpTeam(int size, std::vector<int> cpus) : size_(size), cpus_(std::move(cpus)) {}
  int size() const override { return size_; }

  void run(const std::function<void(int)>& work) override {
    bool complete = true;
#pragma omp parallel num_threads(size_) default(none) shared(work, complete)
    {
      // A barrier waits for all: with fewer threads than asked for (OMP_THREAD_LIMIT, OMP_DYNAMIC) nobody may start.
      if (omp_get_num_threads() == size_) {
        const int worker = omp_get_thread_num();
        std::optional<PinnedThread> pin;
        if (!cpus_.empty()) pin.emplace(cpus_[static_cast<std::size_t>(worker) % cpus_.size()]);
        work(worker);
      } else {
#pragma omp single
        complete = false;
      }
    }
    if (!complete)
      throw BackendError(
          say("OpenMP gave fewer than %1 threads; use fewer workers, or unset OMP_THREAD_LIMIT and "
              "OMP_DYNAMIC",
              size_));
  }

 private:
  int size_;
  std::vector<int> cpus_;
};

/// The CPUs that workers are kept on with --backend-option pin=cores: fast cores first, second threads of cores last.
std::vector<int> cpus_of(const BackendOptions& options) {
  const auto found = options.values.find("pin");
  if (found == options.values.end() || found->second == "none") return {};
  return machine_topology().placement();
}

}  // namespace

BackendEntry openmp_backend() {
  BackendEntry entry;
  entry.name = "openmp";
  entry.title = "OpenMP";
  entry.description = to_say("the vector instructions of simd on several threads, which share out the hidden units");
  entry.kind = BackendKind::cpu;
  entry.technology = "C++, OpenMP";
  entry.parallelism = to_say("threads");
  entry.rank = 30;
  entry.options = kernels::vector_options();
  entry.options.push_back(
      {"pin",
       {"none", "cores"},
       to_say("cores: keep each thread on a core of its own, fast cores first; none: the system decides")});
  entry.why_not = [] { return std::string{}; };
  entry.device = [] {
    return host_info().cpu + ", " + std::to_string(omp_get_num_procs()) + " threads, " + kernels::best_kernels().name;
  };
  entry.workers_max = [] { return omp_get_num_procs(); };
  entry.make = [](const BackendOptions& options) {
    const int workers = options.workers > 0 ? options.workers : omp_get_num_procs();
    return std::make_unique<kernels::VectorBackend>(
        kernels::best_kernels(), std::make_unique<OpenMpTeam>(workers, cpus_of(options)),
        kernels::first_layer_of(options), kernels::convolutions_of(options));
  };
  entry.peak = [](int workers) {
    OpenMpTeam team(workers, {});
    return kernels::multiply_add_peak(kernels::best_kernels(), team);
  };
  entry.reading = [](int workers, std::size_t bytes) {
    OpenMpTeam team(workers, {});
    return kernels::reading_rate(kernels::best_kernels(), team, bytes);
  };
  return entry;
}

}  // namespace mlplab
