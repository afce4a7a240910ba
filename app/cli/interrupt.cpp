// The handler only writes to a pipe, which is all that a handler safely may; a thread reads it and acts. Signal masks
// with sigwait would not do: libraries start threads before main(), and those would still take the signal.
#include "app/cli/interrupt.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace mlplab {
namespace {

constexpr int handled[] = {SIGINT, SIGTERM};
constexpr char signal_byte = 's', end_byte = 'e';
int wake_pipe[2] = {-1, -1};  // a handler can reach nothing but a global

extern "C" void on_signal(int) {
  const int kept = errno;
  [[maybe_unused]] const ssize_t written = ::write(wake_pipe[1], &signal_byte, 1);
  errno = kept;
}

}  // namespace

InterruptHandler::InterruptHandler(std::function<void()> stop) : stop_(std::move(stop)) {
  if (::pipe2(wake_pipe, O_CLOEXEC) != 0) return;  // no descriptors left: the signals keep their default action
  thread_ = std::thread([this] { wait_for_signals(); });
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
    if (interrupted_.exchange(true)) ::_exit(interrupted_exit_code);
    stop_();
  }
}

}  // namespace mlplab
