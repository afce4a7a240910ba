// The peak memory of this program and of all that it started while something ran, by the system's own mark of each
// process (VmHWM of Linux's /proc/PID/status). To count something else of a process: ProcessMemory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace mlplab {

class PeakMemory {
 public:
  /// Begins: returns to the system what was freed, and puts this process's mark back to what it has now, so that
  /// nothing of what ran before is in it. Where the mark cannot be put back, it counts only once it has risen. `proc`
  /// is /proc, or a tree like it.
  explicit PeakMemory(std::filesystem::path proc = "/proc", int process = 0);
  /// Looks at the processes that this one has started, and they in turn; to be called now and then while they are
  /// there, because the mark of one that has ended is gone.
  void look();
  /// Looks at those that the last look found, which takes less time where the system has many processes.
  void look_again();
  /// The peaks of all these processes, this one's included, added up at the look that had most; pages that they share
  /// count once. They never had more together, and less where their peaks came at different times. Nothing where the
  /// system does not tell.
  std::optional<std::int64_t> bytes();
  /// How many processes were there at the last look, this one included.
  std::size_t present() const { return present_; }

 private:
  struct ProcessMemory {
    std::int64_t most = 0;    // so far
    std::int64_t shared = 0;  // of that: files and shared memory, as of now
  };
  std::optional<ProcessMemory> memory_of(int process, int parent) const;
  std::map<int, int> find_started() const;

  std::filesystem::path proc_;
  int process_;
  std::optional<std::int64_t> mark_before_;  // of this process where it could not be put back
  std::map<int, int> started_;               // each process with its parent, as the last look found them
  std::map<int, ProcessMemory> seen_;
  std::int64_t most_ = 0;
  std::size_t present_ = 0;
};

}  // namespace mlplab
