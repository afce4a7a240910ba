// sigwait on a thread instead of a handler: ordinary code, no async-signal rules.
#include "app/cli/interrupt.h"

#include <unistd.h>

#include <csignal>

namespace mlplab {
namespace {

sigset_t waited_for() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGUSR1);  // ends the waiting thread
  return set;
}

}  // namespace

void block_interrupts() {
  const sigset_t set = waited_for();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

InterruptHandler::InterruptHandler(std::function<void()> stop) : stop_(std::move(stop)) {
  thread_ = std::thread([this] {
    const sigset_t set = waited_for();
    for (int received = 0; sigwait(&set, &received) == 0;) {
      if (ending_) return;
      if (received == SIGUSR1) continue;
      if (interrupted_.exchange(true)) ::_exit(interrupted_exit_code);
      stop_();
    }
  });
}

InterruptHandler::~InterruptHandler() {
  ending_ = true;
  pthread_kill(thread_.native_handle(), SIGUSR1);
  thread_.join();
}

}  // namespace mlplab
