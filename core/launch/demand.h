// Questions about a run before it begins: how many workers share its batch, how many threads and how much memory it
// takes of this machine.
#pragma once

#include <optional>

#include "core/machine/memory.h"
#include "core/run/event.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// The memory of all processes of the run on this machine, beside the data set. 0 where it is not known: on a GPU, in
/// another program, and with a hostfile, which shares out the processes among machines.
std::size_t memory_bytes_of(const RunSpec& spec);
/// Throws UsageError where that is more than is available.
void check_memory(const RunSpec& spec, const MemoryLeft& left);

/// The threads that compute on the processors of this machine in a run: those of all processes together, none where a
/// GPU computes. Nothing where it is not known because some processes are on other machines. Throws InputError for a
/// hostfile that cannot be read.
std::optional<int> host_threads(const RunStarted& started);

// The two meanings of a batch that several workers share: the examples of all workers together, or of each worker. With
// a batch per worker the whole batch grows with the workers, and the training changes: fewer updates of the weights per
// epoch.

/// Whether the spec's backend has workers, processes or threads, that share every batch.
bool shares_batch(const RunSpec& spec);
/// How many: what the spec asks for, or all there are.
int sharers_of(const RunSpec& spec);
/// Sets `batch` where the spec says how much each worker takes; the run is then that of the whole batch, on any
/// backend. Throws UsageError where there is nobody to share with.
void fit_batch(RunSpec& spec);

}  // namespace mlplab
