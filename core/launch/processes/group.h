// A group of processes on this machine: what connects them is made before they start (ProcessGroup), each then finds
// itself in it through its environment (join_group). To add a transport: its descriptors in ProcessGroup, its
// Communicator, a line in join_group.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/compute/communicator.h"

namespace mlplab {

/// The parent's side: the descriptors that its children inherit. '' makes nothing (a program that connects its
/// processes itself).
class ProcessGroup {
 public:
  /// `transport`: 'shared', 'nccl' or 'pipes'. Throws BackendError (unknown transport, no descriptors left).
  ProcessGroup(std::string transport, int ranks);
  ~ProcessGroup();
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;
  /// Adds what rank `rank` needs in its environment, and the descriptors that it inherits.
  void add_to(int rank, std::map<std::string, std::string>& environment, std::vector<int>& descriptors) const;

 private:
  std::string transport_;
  int ranks_;
  std::vector<std::vector<int>> descriptors_;  // [ranks]
};

/// The child's side; null where the environment names no such group. Throws BackendError where what it names is not
/// there.
std::unique_ptr<Communicator> join_group();

}  // namespace mlplab
