#include "core/machine/memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace mlplab {
namespace {

/// The number a file begins with; 0 where there is none ('max').
std::size_t number_in(const char* path) {
  std::ifstream file(path);
  std::size_t value = 0;
  return file >> value ? value : 0;
}

}  // namespace

std::size_t available_memory_bytes() {
  std::size_t available = 0;
  std::ifstream facts("/proc/meminfo");
  for (std::string name; facts >> name;) {
    if (name == "MemAvailable:" && facts >> available) available *= 1024;
    facts.ignore(256, '\n');
  }
  const std::size_t limit = number_in("/sys/fs/cgroup/memory.max");
  const std::size_t used = number_in("/sys/fs/cgroup/memory.current");
  if (limit > 0 && used > 0) {
    const std::size_t left = limit > used ? limit - used : 0;
    available = available == 0 ? left : std::min(available, left);
  }
  return available;
}

std::size_t resident_memory_bytes() {
  std::ifstream pages("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  return pages >> all >> resident ? resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace mlplab
