// The control groups that limit this process: its own and all those above it, of version 1 and 2, as a container,
// systemd or a batch system has made them. To add a limit: a member here that looks through the folders of its
// controller.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

namespace mlplab {

struct GroupMemory {
  std::size_t left_bytes = 0;   // of the limit, beside what is in use and cannot be given back
  std::size_t limit_bytes = 0;  // the one that leaves the least
};

class ControlGroups {
 public:
  /// As /proc/self says. `root`: the system's files, or a tree like them.
  explicit ControlGroups(const std::filesystem::path& root = "/");
  /// CPUs' worth of processor time, the least that a group grants; 0: no limit.
  double cpu_quota() const;
  /// How often a quota ran out, over all groups.
  long long throttled_periods() const;
  /// The memory of the group that leaves the least; nothing where none has a limit.
  std::optional<GroupMemory> memory() const;

 private:
  struct Folder {
    std::filesystem::path path;
    bool v2 = false;
  };
  using Folders = std::vector<Folder>;  // a group's own, then those above it
  Folders cpu_, memory_;
};

}  // namespace mlplab
