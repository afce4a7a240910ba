// The two meanings of a batch where several workers share one: so many examples of all together, or of each. With a
// batch of each the whole grows with the workers, and so does what is trained: fewer updates of the weights in an
// epoch.
#pragma once

#include "core/run/run_spec.h"

namespace mlplab {

/// Whether the spec's backend has workers, processes or threads, that share every batch.
bool shares_batch(const RunSpec& spec);
/// How many: what the spec asks for, or all there are.
int sharers_of(const RunSpec& spec);
/// Sets `batch` where the spec says how much each worker takes; the run is then that of the whole batch, on any
/// backend. Throws UsageError where there is nobody to share with.
void fit_batch(RunSpec& spec);

}  // namespace mlplab
