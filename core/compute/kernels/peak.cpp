#include "core/compute/kernels/peak.h"

#include <algorithm>
#include <vector>

#include "core/base/clock.h"

namespace mlplab::kernels {

double multiply_add_peak(const Kernels& kernels, Team& team) {
  constexpr int attempts = 20;
  constexpr std::int64_t rounds = 1'000'000;
  struct alignas(64) Turn {  // no two workers write to one cache line
    double start_s = 0.0, end_s = 0.0, operations = 0.0;
  };
  std::vector<Turn> turns(static_cast<std::size_t>(team.size()));
  Barrier barrier(team.size());
  double best = 0.0;
  team.run([&](int worker) {
    Turn& own = turns[static_cast<std::size_t>(worker)];
    float sum = 0.0F;
    for (int attempt = 0; attempt < attempts; ++attempt) {
      barrier.wait();
      own.start_s = now_s();
      own.operations = kernels.multiply_adds(rounds, &sum);
      own.end_s = now_s();
      barrier.wait();
      if (worker != 0) continue;
      double start_s = own.start_s, end_s = own.end_s, operations = 0.0;
      for (const Turn& turn : turns) {
        start_s = std::min(start_s, turn.start_s), end_s = std::max(end_s, turn.end_s);
        operations += turn.operations;
      }
      best = std::max(best, operations / (end_s - start_s));
    }
  });
  return best;
}

}  // namespace mlplab::kernels
