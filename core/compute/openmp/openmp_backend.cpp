// The loops of `simd` on the threads of OpenMP. Inside a parallel region the workers share out the hidden units and
// meet at the barrier of core/compute/kernels/team.h, which sleeps where OpenMP's own would spin for milliseconds on a
// busy machine.
#include <omp.h>

#include <optional>
#include <vector>

#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/backends.h"
#include "core/compute/kernels/peak.h"
#include "core/compute/kernels/vector_backend.h"
#include "core/compute/openmp/pinning.h"
#include "core/machine/host_info.h"

namespace mlplab {
namespace {

class OpenMpTeam : public kernels::Team {
 public:
  /// `cpus`: where to keep the workers, in turn; empty leaves that to the system.
  OpenMpTeam(int size, std::vector<int> cpus) : size_(size), cpus_(std::move(cpus)) {}
  int size() const override { return size_; }

  void run(const std::function<void(int)>& work) override {
    int threads = size_;
#pragma omp parallel num_threads(size_) default(none) shared(work, threads)
    {
      // A barrier waits for all: with fewer threads than asked for (OMP_THREAD_LIMIT, OMP_DYNAMIC) nobody may start.
      if (omp_get_num_threads() == size_) {
        const std::optional<PinnedThread> pin = pinned(cpus_, omp_get_thread_num());
        work(omp_get_thread_num());
      } else {
#pragma omp single
        threads = omp_get_num_threads();
      }
    }
    check_threads(threads, size_);
  }

 private:
  int size_;
  std::vector<int> cpus_;
};

}  // namespace

BackendEntry openmp_backend() {
  BackendEntry entry;
  entry.name = "openmp";
  entry.title = "OpenMP";
  entry.description = to_say("the vector instructions of simd on several threads, which share out the hidden units");
  entry.technology = "C++, OpenMP";
  entry.parallelism = to_say("threads");
  entry.rank = 30;
  entry.options = kernels::vector_options();
  entry.options.push_back(pin_option());
  entry.device = [] {
    return host_info().cpu + ", " + std::to_string(omp_get_num_procs()) + " threads, " + kernels::best_kernels().name;
  };
  entry.workers_max = [] { return omp_get_num_procs(); };
  entry.make = [](const BackendOptions& options) {
    const int workers = workers_of(options);
    return std::make_unique<kernels::VectorBackend>(
        kernels::best_kernels(), std::make_unique<OpenMpTeam>(workers, cpus_of(options)),
        kernels::first_layer_of(options), kernels::convolutions_of(options));
  };
  return entry;
}

MachineRates openmp_machine_rates() {
  return {.backend = "openmp",
          .peak =
              [](int workers) {
                OpenMpTeam team(workers, {});
                return kernels::multiply_add_peak(kernels::best_kernels(), team);
              },
          .reading =
              [](int workers, std::size_t bytes) {
                OpenMpTeam team(workers, {});
                return kernels::reading_rate(kernels::best_kernels(), team, bytes);
              }};
}

}  // namespace mlplab
