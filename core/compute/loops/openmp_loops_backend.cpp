// The study's OpenMP program: the loops of `loops`, each with a `parallel for` of its own. Threads meet at the end of
// every loop, some twenty times per step; `openmp` shows what a program gains that meets once.
#include <omp.h>

#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/loops/loops.h"
#include "core/compute/loops/loops_backend.h"
#include "core/compute/openmp/pinning.h"
#include "core/machine/host_info.h"

namespace mlplab {
namespace {

class OpenMpLoopsBackend : public loops::LoopsBackend {
 public:
  OpenMpLoopsBackend(int workers, omp_sched_t schedule, std::vector<int> cpus)
      : workers_(workers), schedule_(schedule), cpus_(std::move(cpus)) {}
  int workers() const override { return workers_; }
  std::string device() const override {
    return host_info().cpu + ", " + std::to_string(workers_) + (workers_ == 1 ? " thread, " : " threads, ") +
           loops::instruction_set();
  }

 protected:
  void run(std::size_t count, std::size_t grain, const Part& part) const override {
    const std::size_t parts = (count + grain - 1) / grain;
    omp_set_schedule(schedule_, 0);  // of this thread, so that another backend's choice does not matter
    int threads = workers_;
#pragma omp parallel num_threads(workers_) default(none) shared(part, threads) firstprivate(parts, grain, count)
    {
      std::optional<PinnedThread> pin = pinned(cpus_, omp_get_thread_num());
#pragma omp single nowait
      threads = omp_get_num_threads();
#pragma omp for schedule(runtime)
      for (std::size_t i = 0; i < parts; ++i) part(i * grain, std::min(count, (i + 1) * grain));
    }
    check_threads(threads, workers_);
  }

 private:
  int workers_;
  omp_sched_t schedule_;
  std::vector<int> cpus_;
};

omp_sched_t schedule_of(const BackendOptions& options) {
  const auto found = options.values.find("schedule");
  if (found == options.values.end() || found->second == "static") return omp_sched_static;
  return found->second == "dynamic" ? omp_sched_dynamic : omp_sched_guided;
}

}  // namespace

BackendEntry openmp_loops_backend() {
  BackendEntry entry;
  entry.name = "openmp-loops";
  entry.title = to_say("C loops + OpenMP");
  entry.description = to_say("the loops of C loops on several threads, one parallel region per loop");
  entry.technology = "C++, OpenMP";
  entry.parallelism = to_say("threads");
  entry.rank = 8;
  entry.options = {
      {"schedule",
       {"static", "dynamic", "guided"},
       to_say("how a loop is divided: equal parts at once, one part after the other, or ever smaller ones")},
      pin_option()};
  entry.device = [] {
    return host_info().cpu + ", " + std::to_string(omp_get_num_procs()) + " threads, " + loops::instruction_set();
  };
  entry.workers_max = [] { return omp_get_num_procs(); };
  entry.make = [](const BackendOptions& options) {
    return std::make_unique<OpenMpLoopsBackend>(workers_of(options), schedule_of(options), cpus_of(options));
  };
  return entry;
}

}  // namespace mlplab
