// Whether this machine has the memory that a run needs, asked before it begins.
#pragma once

#include "core/machine/memory.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// The memory of all processes of the run on this machine, beside the data set. 0 where it is not known: on a GPU, in
/// another program, and with a hostfile, which shares out the processes among machines.
std::size_t memory_bytes_of(const RunSpec& spec);
/// Throws UsageError where that is more than is available.
void check_memory(const RunSpec& spec, const MemoryLeft& left);

}  // namespace mlplab
