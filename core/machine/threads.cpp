#include "core/machine/threads.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"

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

void check_threads_start(int count) {
  std::promise<void> all_there;
  const std::shared_future<void> end = all_there.get_future().share();
  std::vector<std::jthread> threads;
  std::string reason;
  try {
    for (int i = 0; i < count; ++i) threads.emplace_back([end] { end.wait(); });
  } catch (const std::system_error& error) {
    reason = reason_of(error.code());
  }
  all_there.set_value();
  if (!reason.empty())
    throw BackendError(
        say("of %1 threads that the run needs beside the first one, %2 could be started: %3; use fewer workers, end "
            "other programs of yours, or raise the limit (ulimit -u, ulimit -v, the tasks of a job)",
            count, threads.size(), reason));
}

void check_address_space(std::size_t bytes, const char* what) {
  void* const place =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED)
    throw BackendError(
        say("%1 needs %2 MiB of address space, which are not there; use fewer workers, or raise the "
            "limit (ulimit -v)",
            what, bytes >> 20));
  ::munmap(place, bytes);
}

}  // namespace mlplab
