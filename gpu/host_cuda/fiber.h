// Functions that can be left in the middle and gone on with later, each on a stack of its own. AddressSanitizer learns
// of every change of stacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace host_cuda {

class Fiber {
 public:
  Fiber();
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Runs `work` until it pauses or ends; true when it ended. The fiber must be idle, `work` must outlive the run.
  bool start(const std::function<void()>& work);
  /// Goes on where work paused; true when it ended.
  bool resume();
  /// Called by work, on the fiber: goes back to the caller of start() or resume().
  void pause();
  /// Gives up what was paused; the stack is used anew by the next start.
  void abandon();
  /// Whether the address is on its stack.
  bool holds(std::uintptr_t address) const;

 private:
  struct Context;
  static void entry();
  void loop();
  bool enter();
  std::unique_ptr<Context> context_;
  const std::function<void()>* work_ = nullptr;
  bool ended_ = true;
};

}  // namespace host_cuda
