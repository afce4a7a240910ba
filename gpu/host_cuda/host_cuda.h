// Settings and counts of the host's CUDA for tests: faults to inject, and errors found in kernels.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cuda_runtime_api.h"

namespace host_cuda {

struct Settings {
  cudaError_t device_count_result = cudaSuccess;  // what cudaGetDeviceCount says
  int devices = 1;
  int driver_version = 13000;  // 0: no driver
  cudaError_t code_result = cudaSuccess;
  int major = 9;                              // compute capability
  int clusters = 1;                           // that fit on the device at once
  int code_capability = 90;                   // what kernels were compiled for
  std::size_t memory = std::size_t{1} << 32;  // bytes on the device
  int launches_until_lost = -1;               // from then on every call fails; -1: never
  bool late_reads = false;                    // ordinary memory, too, is read when the copy's turn comes
  int late_waits = 0;                         // 1 or 2: every first or every second wait for an event ends 2 ms late
  bool early_starts = false;                  // what a kernel does ahead of its wait sees none of the kernels before it
  std::uint32_t schedule = 1;  // which stream goes on next, and which block of a cluster, is drawn from this seed
};
Settings& settings();

/// Clears what a failed kernel or a lost device left behind, as a new process would.
void start_again();

/// Why the last kernel failed ('threads of a block wait at different barriers …'), '' where none did.
const std::string& failure();

/// Counts, to see what a test made happen.
struct Counts {
  int kernels = 0, early_kernels = 0, clusters = 0, copies = 0, graphs = 0, events = 0;
  int device_blocks = 0;          // allocated now
  int contexts = 0;               // calls that would make a context on the device
  std::map<int, int> streams_on;  // made so far, by device
};
Counts& counts();

}  // namespace host_cuda
