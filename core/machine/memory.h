// How much memory a program of this machine can still have, and how much this one has.
#pragma once

#include <cstddef>
#include <string>

namespace mlplab {

struct MemoryLeft {
  std::size_t bytes = 0;  // 0: unknown
  std::string limit;      // what leaves no more, where that is not the machine: 'its control group may have 2 GiB'
};

/// The memory that the system reports as available, at most what the control groups (of a container, a job, a service)
/// and the limits of this process leave.
MemoryLeft memory_left();
std::size_t available_memory_bytes();
/// The resident memory of this process, its libraries included; 0: unknown.
std::size_t resident_memory_bytes();

}  // namespace mlplab
