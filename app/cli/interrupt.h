// Ctrl-C (and SIGTERM, and a terminal that is closed): the first one stops the run properly, a second one ends the
// program at once. The limit of processor time (ulimit -t) stops it as well, a little before the system would end the
// program without a word.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace mlplab {

inline constexpr int interrupted_exit_code = 130;

/// While it lives, the first signal calls `stop` (on a thread of its own) and the second exits with code 130. A signal
/// that was ignored when the program started (nohup, a shell's background job) stays ignored. One at a time.
class InterruptHandler {
 public:
  explicit InterruptHandler(std::function<void()> stop);
  ~InterruptHandler();
  InterruptHandler(const InterruptHandler&) = delete;
  InterruptHandler& operator=(const InterruptHandler&) = delete;
  bool interrupted() const { return interrupted_; }

 private:
  void wait_for_signals();

  std::function<void()> stop_;
  std::atomic<bool> interrupted_{false};
  std::thread thread_;
};

}  // namespace mlplab
