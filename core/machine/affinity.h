// Keeping a thread on one logical CPU while it works.
#pragma once

#include <memory>

namespace mlplab {

/// Pins the calling thread to a logical CPU (as in LogicalCpu::id) for as long as it lives, then gives it back the CPUs
/// that it had. Where the system refuses or has no such call, the thread stays free: pinned() tells.
class PinnedThread {
 public:
  explicit PinnedThread(int cpu);
  ~PinnedThread();
  PinnedThread(const PinnedThread&) = delete;
  PinnedThread& operator=(const PinnedThread&) = delete;
  bool pinned() const { return before_ != nullptr; }

 private:
  struct CpuSet;
  std::unique_ptr<CpuSet> before_;
};

}  // namespace mlplab
