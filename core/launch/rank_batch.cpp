#include "core/launch/rank_batch.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/launch/configurations.h"
#include "core/launch/processes/transport.h"

namespace mlplab {

bool shares_batch(const RunSpec& spec) { return spec.team || find_configuration(spec.backend).is_parallel(); }

int sharers_of(const RunSpec& spec) {
  if (spec.team) return ranks_of(spec);
  const BackendEntry& entry = find_backend(spec.backend);
  return spec.options.workers > 0 ? spec.options.workers : std::max(1, entry.workers_max());
}

void fit_batch(RunSpec& spec) {
  if (spec.batch_per_rank == 0) return;
  if (!shares_batch(spec))
    throw UsageError(
        say("the backend %1 has no workers that share a batch: give the whole batch", configuration_name(spec)),
        "batch");
  // As validate() has it, which is asked later; the product must fit into a number until then.
  spec.batch = static_cast<int>(std::min<long long>(static_cast<long long>(spec.batch_per_rank) * sharers_of(spec),
                                                    std::numeric_limits<int>::max()));
}

}  // namespace mlplab
