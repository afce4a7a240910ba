// How much memory a program of this machine can still have, and how much this one has.
#pragma once

#include <cstddef>
#include <string>

namespace mlplab {

struct MemoryLeft {
  std::size_t bytes = 0;  // 0: unknown
  std::string limit;      // what leaves no more, where that is not the machine: 'its control group may have 2 GiB'
};

/// What the system says is available, and not more than the control groups (of a container, a job, a service) and the
/// limits of this process leave.
MemoryLeft memory_left();
std::size_t available_memory_bytes();
/// What this process has in memory now, its libraries included; 0: unknown.
std::size_t resident_memory_bytes();

}  // namespace mlplab
