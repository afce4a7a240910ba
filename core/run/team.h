// The team of a run: the processes (ranks) that share every batch. A run without a team computes in this process alone.
// A backend of the table (core/compute/backend_table.h) computes in each member.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"

namespace mlplab {

/// Names of transports, as a team keeps them (core/launch/processes/transport.h has their table).
inline constexpr const char* mpi_transport = "mpi";
inline constexpr const char* shared_transport = "shared";
inline constexpr const char* pipes_transport = "pipes";

/// The option of MPI for the file that lists the machines (core/launch/processes/hostfile.h).
inline constexpr const char* hostfile_option = "hostfile";

/// The backend that computes in one process, with its options.
struct Compute {
  std::string backend;
  BackendOptions options;  // workers: the threads of the process
  bool operator==(const Compute&) const = default;
};

struct Team {
  std::string transport;
  int ranks = 0;                               // 0: as many as leave each a core for every thread
  std::map<std::string, std::string> options;  // the transport's own
  /// Batch normalisation goes by each rank's own part of a batch, and not by the sums of all ranks: another computation
  /// than that of one process.
  bool local_statistics = false;
  bool operator==(const Team&) const = default;
};

}  // namespace mlplab
