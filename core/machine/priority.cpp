#include "core/machine/priority.h"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace mlplab {

void let_others_go_first() {
#if defined(__linux__)
  constexpr int lowest = 19;
  setpriority(PRIO_PROCESS, 0, lowest);  // 0 is the calling thread on Linux; elsewhere it would be the whole process
#endif
}

std::optional<double> cpu_time_left_s() {
  rlimit limit{};
  std::timespec used{};
  if (::getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - static_cast<double>(used.tv_sec));
}

int niceness() {
  errno = 0;
  const int value = ::getpriority(PRIO_PROCESS, 0);
  return errno == 0 ? std::max(0, value) : 0;
}

double thread_time_s() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace mlplab
