// The two meanings of a batch that several workers share: the examples of all workers together, or of each worker. With
// a batch per worker the whole batch grows with the workers, and the training changes: fewer updates of the weights per
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
