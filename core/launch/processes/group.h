// A group of processes on this machine: what connects them is made before they start (ProcessGroup), each then finds
// itself in it through its environment (join_group). To add a transport: its descriptors in ProcessGroup, its
// Communicator, a line in join_group.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/compute/communicator.h"
#include "core/training/trainer.h"

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

/// The ranks of an MPI job as a Communicator; linked into mlplab-cli only. Ranks that are all on one machine add their
/// gradients in a window of shared memory, others with MPI_Iallreduce; MLPLAB_MPI_SUM=allreduce or window in the
/// environment decides otherwise. One at a time. Throws BackendError.
std::unique_ptr<Communicator> join_mpi();

/// In a job of `ranks` processes that mpirun or srun started, a run's team is these processes, whatever its spec says.
void fit_job(RunSpec& spec, int ranks);

/// The plan of one rank of a run that has a team. Shares that were fitted to another number of ranks (a run that is
/// resumed with as many as this machine has cores) are forgotten: they are fitted anew.
RankPlan rank_plan(Communicator& communicator, RunSpec& spec);

}  // namespace mlplab
