// The logical CPUs that this process may use, and keeping a thread on one of them while it works.
#pragma once

#include <memory>
#include <vector>

namespace mlplab {

/// The logical CPUs (as in LogicalCpu::id) that this process was started with, ascending; empty where the system does
/// not tell. A library's later changes to the threads do not count: with OMP_PROC_BIND or OMP_PLACES in the
/// environment, as in job scripts, OpenMP's library binds the first thread to one CPU as it is loaded, before main(),
/// and whatever that thread starts would stay there.
const std::vector<int>& allowed_cpus();

/// Gives the calling thread, and what it starts from now on, all of them again. Only a system call, so that it may also
/// be done after a fork.
void use_allowed_cpus() noexcept;

/// Keeps the calling thread on some logical CPUs for as long as it lives, then gives it back those that it had. Where
/// there are none, the system refuses or has no such call, the thread stays free: pinned() tells.
class PinnedThread {
 public:
  explicit PinnedThread(int cpu) : PinnedThread(std::vector<int>{cpu}) {}
  explicit PinnedThread(const std::vector<int>& cpus);
  ~PinnedThread();
  PinnedThread(const PinnedThread&) = delete;
  PinnedThread& operator=(const PinnedThread&) = delete;
  bool pinned() const { return before_ != nullptr; }

 private:
  struct CpuSet;
  std::unique_ptr<CpuSet> before_;
};

}  // namespace mlplab
