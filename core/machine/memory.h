// How much memory a program of this machine can still have, and how much this one has.
#pragma once

#include <cstddef>

namespace mlplab {

/// What the system says is available, and not more than the control group (a container's limit) leaves; 0: unknown.
std::size_t available_memory_bytes();
/// What this process has in memory now, its libraries included; 0: unknown.
std::size_t resident_memory_bytes();

}  // namespace mlplab
