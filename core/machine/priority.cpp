#include "core/machine/priority.h"

#include <sys/resource.h>

#include <ctime>

namespace mlplab {

void let_others_go_first() {
#if defined(__linux__)
  constexpr int lowest = 19;
  setpriority(PRIO_PROCESS, 0, lowest);  // 0 is the calling thread on Linux; elsewhere it would be the whole process
#endif
}

double thread_time_s() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace mlplab
