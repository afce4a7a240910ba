// The findings and counts of a CUDA program that was checked on the host, at the lines of its source. The program wrote
// them as lines of JSON (gpu/host_check/report.h). To add a finding: its code in the table of sentences.cpp.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace mlplab {

struct SourceLine {
  std::string file;  // '' where it is not known
  int line = 0;
};

/// Block or thread: x, y, z.
using CudaIndex = std::array<long long, 3>;

struct CudaFinding {
  std::string code;
  SourceLine at;
  SourceLine other;  // of the access or barrier that does not go with it; line 0: none
  CudaIndex block{}, thread{}, other_block{}, other_thread{};
  std::string space, name;  // of the memory: 'global', 'shared', 'variable'; its name in the source
  long long index = 0;      // of the element
  long long bytes = 0;      // of one element
  long long size = 0;       // of the memory, in bytes
  long long count = 0, other_count = 0;
  bool writes = false, other_writes = false;
};

/// false: worth knowing, and no fault of the program.
bool is_fault(const CudaFinding& finding);
/// A sentence on the fault and what to do, without the line it is at.
std::string sentence_of(const CudaFinding& finding);

/// One load or store of the source, with the sum of the costs of all warps of all launches.
struct CudaAccess {
  SourceLine at;
  int nth = 1;              // of the line's accesses of the same kind and space, from 1
  std::string kind, space;  // 'load', 'store', 'atomic'
  int bytes = 0;            // of each lane
  long long requests = 0;   // of warps
  long long lanes = 0;      // that took part, of 32 each
  /// Global memory: sectors of 32 bytes. Shared memory: passes through its banks. Atomic functions: lanes one after the
  /// other, at the place where most meet. Of all requests; as few as could be; of the worst request.
  long long asked = 0, least = 0, worst = 0;
};

/// A comparison that a way depends on: how often a warp came to it, and how often its lanes went different ways.
struct CudaBranch {
  SourceLine at;
  long long times = 0, divergent = 0;
};

/// Launches of one line; `idle` threads touched no memory of the device.
struct CudaLaunch {
  SourceLine at;
  long long launches = 0, blocks = 0, threads = 0, idle = 0;
};

struct CudaReport {
  std::vector<CudaFinding> findings;
  std::vector<CudaAccess> accesses;
  std::vector<CudaBranch> branches;
  std::vector<CudaLaunch> launches;
  long long uncounted = 0;  // accesses and branches of threads that have too many of them between two barriers
  bool complete = false;    // the program came to its end, or said why it did not
  int signal = 0;           // that ended it
};

/// Reads what `program` wrote to `file`. Throws InputError: unreadable, no report; BackendError: addr2line is missing.
CudaReport read_cuda_report(const std::filesystem::path& program, const std::filesystem::path& file);

}  // namespace mlplab
