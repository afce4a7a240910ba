// The handler only writes to a pipe, which is all that a handler safely may; a thread reads it and acts. Signal masks
// with sigwait would not do: libraries start threads before main(), and those would still take the signal.
#include "app/cli/interrupt.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iostream>

#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
constexpr char signal_byte = 's', limit_byte = 'l', end_byte = 'e';
int wake_pipe[2] = {-1, -1};  // a handler can reach nothing but a global

extern "C" void on_signal(int number) {
  const int kept = errno;
  const char byte = number == SIGXCPU ? limit_byte : signal_byte;
  [[maybe_unused]] const ssize_t written = ::write(wake_pipe[1], &byte, 1);
  errno = kept;
}

/// The signal for the limit comes with the soft one, which `ulimit -t` makes as high as the hard one: no time would be
/// left then to keep what is done.
void keep_time_to_stop() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_max == RLIM_INFINITY) return;
  const rlim_t early = limit.rlim_max - std::min<rlim_t>(limit.rlim_max, std::max<rlim_t>(1, limit.rlim_max / 10));
  limit.rlim_cur = std::max<rlim_t>(1, std::min(limit.rlim_cur, early));
  ::setrlimit(RLIMIT_CPU, &limit);
}

}  // namespace

InterruptHandler::InterruptHandler(std::function<void()> stop) : stop_(std::move(stop)) {
  if (::pipe2(wake_pipe, O_CLOEXEC) != 0) return;  // no descriptors left: the signals keep their default action
  thread_ = std::thread([this] { wait_for_signals(); });
  keep_time_to_stop();
  for (const int number : handled) {
    struct sigaction before {};
    ::sigaction(number, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    ::sigaction(number, &action, nullptr);
  }
}

InterruptHandler::~InterruptHandler() {
  if (!thread_.joinable()) return;
  for (const int number : handled) {
    struct sigaction before {};
    ::sigaction(number, nullptr, &before);
    if (before.sa_handler == on_signal) ::signal(number, SIG_DFL);
  }
  [[maybe_unused]] const ssize_t written = ::write(wake_pipe[1], &end_byte, 1);
  thread_.join();
  ::close(wake_pipe[0]);
  ::close(wake_pipe[1]);
}

void InterruptHandler::wait_for_signals() {
  char byte = 0;
  while (true) {
    const ssize_t count = ::read(wake_pipe[0], &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || byte == end_byte) return;
    if (byte == limit_byte) {  // comes again with each second
      if (!interrupted_.exchange(true)) {
        std::cerr << say("warning: the limit of processor time (ulimit -t) is nearly used up: the run is stopped") +
                         "\n";
        stop_();
      }
      continue;
    }
    if (interrupted_.exchange(true)) ::_exit(interrupted_exit_code);
    stop_();
  }
}

}  // namespace mlplab
