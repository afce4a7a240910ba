// Whether threads can be started here, asked before a library is to start them: some end the program where it cannot,
// others wait for ever for a thread that is not there.
#pragma once

#include <cstddef>

namespace mlplab {

/// Starts `count` threads beside each other, which end at once. Throws BackendError where the system does not let us:
/// with ulimit -u, in a job with few tasks, with little memory (ulimit -v).
void check_threads_start(int count);

/// Throws BackendError where `bytes` of address space are not there in one piece: ulimit -v. `what` needs them.
void check_address_space(std::size_t bytes, const char* what);

}  // namespace mlplab
