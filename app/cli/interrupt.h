// Ctrl-C (and SIGTERM): the first one stops the run properly, a second one ends the program at once.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace mlplab {

inline constexpr int interrupted_exit_code = 130;

/// Holds back both signals in this thread and all that it will start; call first thing in main().
void block_interrupts();

/// While it lives, the first signal calls `stop` (on a thread of its own) and the second exits with code 130.
class InterruptHandler {
 public:
  explicit InterruptHandler(std::function<void()> stop);
  ~InterruptHandler();
  InterruptHandler(const InterruptHandler&) = delete;
  InterruptHandler& operator=(const InterruptHandler&) = delete;
  bool interrupted() const { return interrupted_; }

 private:
  std::function<void()> stop_;
  std::atomic<bool> interrupted_{false}, ending_{false};
  std::thread thread_;
};

}  // namespace mlplab
