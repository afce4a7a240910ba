// Finds what may have slowed a run down: other programs, a throttled or capped processor, too many workers, odd
// repeats. Every finding is kept with the data; nothing is corrected or left out. To add a check: a field that
// read_noise() fills, a Finding in judge_noise().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/machine/topology.h"
#include "core/study/finding.h"

namespace mlplab {

/// Counters since the system's start, and states now. 0 or '' where the system does not tell.
struct NoiseReading {
  int cpus = 0;               // of the whole system, those that this process may not use included
  double cpu_total_s = 0.0;   // processor time of all CPUs, idle included
  double cpu_busy_s = 0.0;    // of it not idle, by any program
  double cpu_stolen_s = 0.0;  // of it taken by the hypervisor
  double own_s = 0.0;         // this process's share
  double load_1min = 0.0;
  long long throttles_thermal = 0;  // events over all cores
  long long throttles_quota = 0;    // periods in which a container's quota ran out
  int niceness = 0;                 // of this program: others go first
  std::string governor;
};
NoiseReading read_noise();

/// So short that the counters, which move in steps, do not tell what other programs did in the meantime.
bool is_too_short_to_judge(const NoiseReading& before, const NoiseReading& after);

/// CPUs' worth of time that something computed between two readings, for whomever, or that a hypervisor took; nothing
/// where that is not known.
std::optional<double> busy_cpus(const NoiseReading& before, const NoiseReading& after);

/// Findings about a run with `threads` threads (host_threads() of the run, 0 where they are not known) between two
/// readings; empty where all was quiet.
std::vector<Finding> judge_noise(const NoiseReading& before, const NoiseReading& after, int threads,
                                 const Topology& topology);

}  // namespace mlplab
