// Shared by the backends on OpenMP's threads: the option that keeps each thread on its own core, and the check that
// OpenMP gave all threads.
#pragma once

#include <optional>
#include <vector>

#include "core/compute/backend_table.h"
#include "core/machine/affinity.h"

namespace mlplab {

/// The number of threads that `options` ask for, or as many as can work at once. Throws BackendError where they cannot
/// be started: OpenMP's library would end the program.
int workers_of(const BackendOptions& options);

/// --backend-option pin=none|cores.
BackendOption pin_option();
/// The CPUs that workers are kept on, in turn: fast cores first, second threads of cores last. Empty: the system
/// decides.
std::vector<int> cpus_of(const BackendOptions& options);
/// Keeps the calling thread, number `worker`, on its CPU for as long as the value lives. Where `cpus` is empty: the
/// first thread where OMP_PROC_BIND wants it, the others are there already.
std::optional<PinnedThread> pinned(const std::vector<int>& cpus, int worker);
/// Throws BackendError where a parallel region got fewer threads than asked for (OMP_THREAD_LIMIT, OMP_DYNAMIC).
void check_threads(int got, int asked);

}  // namespace mlplab
