#include "app/cli/bench_peak.h"

#ifdef MLPLAB_HAS_KERNELS
#include <algorithm>

#include "core/base/clock.h"
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
    const double start_s = now_s();
    const double operations = kernels.multiply_adds(2'000'000, &out);
    best = std::max(best, operations / (now_s() - start_s));
  }
#endif
  return best;
}

}  // namespace mlplab
