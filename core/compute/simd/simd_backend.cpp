// One thread on vector instructions, chosen at run time: the loops of core/compute/kernels with a team of one.
// The backend `openmp` runs the loops on many threads; a further such backend is another kind of team.
#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/backends.h"
#include "core/compute/kernels/peak.h"
#include "core/compute/kernels/vector_backend.h"
#include "core/machine/host_info.h"

namespace mlplab {

BackendEntry simd_backend() {
  BackendEntry entry;
  entry.name = "simd";
  entry.title = "SIMD";
  entry.description =
      to_say("one thread, vector instructions chosen at run time, products blocked for registers and caches");
  entry.technology = "C++, Highway";
  entry.parallelism = to_say("vector instructions");
  entry.rank = 20;
  entry.options = kernels::vector_options();
  entry.device = [] { return host_info().cpu + ", " + kernels::best_kernels().name; };
  entry.make = [](const BackendOptions& options) {
    return std::make_unique<kernels::VectorBackend>(kernels::best_kernels(), std::make_unique<kernels::SerialTeam>(),
                                                    kernels::first_layer_of(options),
                                                    kernels::convolutions_of(options));
  };
  return entry;
}

MachineRates simd_machine_rates() {
  return {.backend = "simd",
          .peak =
              [](int /*workers*/) {
                kernels::SerialTeam team;
                return kernels::multiply_add_peak(kernels::best_kernels(), team);
              },
          .reading =
              [](int /*workers*/, std::size_t bytes) {
                kernels::SerialTeam team;
                return kernels::reading_rate(kernels::best_kernels(), team, bytes);
              }};
}

}  // namespace mlplab
