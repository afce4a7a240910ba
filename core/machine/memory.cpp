#include "core/machine/memory.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/machine/control_groups.h"

namespace mlplab {
namespace {

/// The memory that the limits of this process (ulimit -v, ulimit -d) leave it; nothing without a limit.
std::optional<std::size_t> left_by_limits() {
  std::ifstream statm("/proc/self/statm");
  std::size_t all = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  if (!(statm >> all >> resident >> shared >> text >> library >> data)) return {};
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::optional<std::size_t> least;
  const auto look_at = [&](auto which, std::size_t pages) {
    rlimit limit{};
    if (::getrlimit(which, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    const std::size_t left = limit.rlim_cur > pages * page ? limit.rlim_cur - pages * page : 0;
    least = std::min(left, least.value_or(left));
  };
  look_at(RLIMIT_AS, all);
  look_at(RLIMIT_DATA, data);
  return least;
}

}  // namespace

MemoryLeft memory_left() {
  MemoryLeft left;
  std::ifstream facts("/proc/meminfo");
  for (std::string name; facts >> name;) {
    if (name == "MemAvailable:" && facts >> left.bytes) left.bytes *= 1024;
    facts.ignore(256, '\n');
  }
  const auto cut = [&left](std::size_t bytes, const std::string& limit) {
    if (left.bytes > 0 && left.bytes <= bytes) return;
    left = {std::max<std::size_t>(bytes, 1), limit};  // 0 would be 'unknown'
  };
  if (const std::optional<GroupMemory> group = ControlGroups().memory())
    cut(group->left_bytes, say("its control group (a container, a job or a service) may have %1 GiB",
                               significant(static_cast<double>(group->limit_bytes) / (1 << 30))));
  if (const std::optional<std::size_t> limited = left_by_limits()) cut(*limited, say("ulimit -v or -d limits it"));
  return left;
}

std::size_t available_memory_bytes() { return memory_left().bytes; }

std::size_t resident_memory_bytes() {
  std::ifstream pages("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  return pages >> all >> resident ? resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

void ask_for_large_pages(void* data, std::size_t bytes) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(data), end = begin + bytes;
  const std::uintptr_t first = (begin + large_page - 1) / large_page * large_page;
  if (first + large_page > end) return;  // no whole one
  ::madvise(reinterpret_cast<void*>(first), (end - first) / large_page * large_page, MADV_HUGEPAGE);
}

}  // namespace mlplab
