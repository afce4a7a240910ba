// The loops of `simd` on the threads of OpenMP. Inside a parallel region the workers share out the hidden units and
// meet at the barrier of kernels/team.h, which sleeps where OpenMP's own would spin for milliseconds on a busy machine.
#include <omp.h>

#include "core/compute/backend_table.h"
#include "core/compute/kernels/vector_backend.h"
#include "core/support/error.h"
#include "core/support/host_info.h"

namespace mlplab {
namespace {

class OpenMpTeam : public kernels::Team {
 public:
  explicit OpenMpTeam(int size) : size_(size) {}
  int size() const override { return size_; }

  void run(const std::function<void(int)>& work) override {
    bool complete = true;
#pragma omp parallel num_threads(size_) default(none) shared(work, complete)
    {
      // A barrier waits for all: with fewer threads than asked for (OMP_THREAD_LIMIT, OMP_DYNAMIC) nobody may start.
      if (omp_get_num_threads() == size_) {
        work(omp_get_thread_num());
      } else {
#pragma omp single
        complete = false;
      }
    }
    if (!complete)
      throw BackendError("OpenMP gave fewer than " + std::to_string(size_) +
                         " threads; use fewer workers, or unset OMP_THREAD_LIMIT and OMP_DYNAMIC");
  }

 private:
  int size_;
};

}  // namespace

BackendEntry openmp_backend() {
  BackendEntry entry;
  entry.name = "openmp";
  entry.title = "OpenMP";
  entry.description = "the vector instructions of simd on several threads, which share out the hidden units";
  entry.kind = BackendKind::cpu;
  entry.rank = 30;
  entry.options = kernels::vector_options();
  entry.why_not = [] { return std::string{}; };
  entry.device = [] {
    return host_info().cpu + ", " + std::to_string(omp_get_num_procs()) + " threads, " + kernels::best_kernels().name;
  };
  entry.workers_max = [] { return omp_get_num_procs(); };
  entry.make = [](const BackendOptions& options) {
    const int workers = options.workers > 0 ? options.workers : omp_get_num_procs();
    return std::make_unique<kernels::VectorBackend>(kernels::best_kernels(), std::make_unique<OpenMpTeam>(workers),
                                                    kernels::first_layer_of(options));
  };
  return entry;
}

}  // namespace mlplab
