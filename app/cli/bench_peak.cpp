#include "app/cli/bench_peak.h"

#ifdef MLPLAB_HAS_KERNELS
#include <algorithm>
#include <chrono>

#include "core/compute/kernels/kernels.h"
#endif

namespace mlplab {

double measured_peak() {
  double best = 0.0;
#ifdef MLPLAB_HAS_KERNELS
  const kernels::Kernels& kernels = kernels::best_kernels();
  float out = 0.0F;
  // The best of many short measurements: longer ones would average what else the machine does.
  for (int i = 0; i < 40; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const double operations = kernels.multiply_adds(2'000'000, &out);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    best = std::max(best, operations / time.count());
  }
#endif
  return best;
}

}  // namespace mlplab
