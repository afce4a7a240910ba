#include "core/machine/affinity.h"

#ifdef __linux__
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace mlplab {

#ifdef __linux__

namespace {

constexpr int bits_a_word = 8 * sizeof(unsigned long), most_words = 128;  // 8192 CPUs, as many as Linux has
unsigned long first_mask[most_words];
long first_bytes = 0;

/// Runs before main() and before the first line of any library. A sanitizer is not there yet, either.
__attribute__((no_sanitize("address", "thread", "undefined"))) void take_first_mask(int, char**, char**) {
  const long bytes = ::syscall(SYS_sched_getaffinity, 0, sizeof first_mask, first_mask);
  first_bytes = bytes > 0 ? bytes : 0;
}

/// The one list that the loader goes through before the libraries' own.
__attribute__((section(".preinit_array"), used)) void (*const before_libraries)(int, char**, char**) = take_first_mask;

}  // namespace

const std::vector<int>& allowed_cpus() {
  static const std::vector<int> cpus = [] {
    std::vector<int> allowed;
    for (int cpu = 0; cpu < 8 * static_cast<int>(first_bytes); ++cpu)
      if ((first_mask[cpu / bits_a_word] >> (cpu % bits_a_word) & 1UL) != 0) allowed.push_back(cpu);
    return allowed;
  }();
  return cpus;
}

void use_allowed_cpus() noexcept {
  if (first_bytes > 0) ::syscall(SYS_sched_setaffinity, 0, first_bytes, first_mask);
}

struct PinnedThread::CpuSet {
  cpu_set_t set;
};

PinnedThread::PinnedThread(const std::vector<int>& cpus) {
  auto before = std::make_unique<CpuSet>();
  cpu_set_t only;
  CPU_ZERO(&only);
  for (const int cpu : cpus)
    if (cpu >= 0 && cpu < CPU_SETSIZE) CPU_SET(cpu, &only);
  if (CPU_COUNT(&only) == 0 || sched_getaffinity(0, sizeof before->set, &before->set) != 0) return;
  if (sched_setaffinity(0, sizeof only, &only) == 0) before_ = std::move(before);
}

PinnedThread::~PinnedThread() {
  if (before_) sched_setaffinity(0, sizeof before_->set, &before_->set);
}

#else

const std::vector<int>& allowed_cpus() {
  static const std::vector<int> unknown;
  return unknown;
}
void use_allowed_cpus() noexcept {}
struct PinnedThread::CpuSet {};
PinnedThread::PinnedThread(const std::vector<int>&) {}
PinnedThread::~PinnedThread() = default;

#endif

}  // namespace mlplab
