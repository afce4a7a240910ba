// The processors this program may run on: which share a core (SMT), which are slower (E-cores), in what order workers
// fill them. From hwloc where the build has it, else Linux's /sys, else only a count. A new source: a function here,
// tried in machine_topology().
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace mlplab {

struct LogicalCpu {
  int id = 0;    // the system's number of it
  int core = 0;  // logical CPUs of one core share it
  int kind = 0;  // 0: the fastest kind of core, 1: the next slower (Intel's E-cores, ARM's little cores)…
  bool operator==(const LogicalCpu&) const = default;
};

/// How many cores there are, of which kinds.
struct CoreCounts {
  int cores = 0, fast_cores = 0, threads = 0;  // threads: logical CPUs
  int usable_cores = 0;                        // fewer than `cores` where a quota says so
  bool operator==(const CoreCounts&) const = default;
  /// '8 P-cores + 12 E-cores, 28 threads', '2 cores', in the language that is set.
  std::string in_words() const;
};

struct Topology {
  std::vector<LogicalCpu> cpus;  // those this process is allowed to use
  double cpu_quota = 0.0;        // CPUs' worth of time that its control groups grant, 0: no limit
  std::string source;            // 'hwloc', 'sysfs' or 'count'

  int logical_cpus() const { return static_cast<int>(cpus.size()); }
  int physical_cores() const;
  int fast_cores() const;  // cores of kind 0
  bool has_slow_cores() const { return fast_cores() < physical_cores(); }
  bool has_smt() const { return physical_cores() < logical_cpus(); }
  /// Cores that can really work at once: physical_cores(), or fewer where a quota says so; at least 1.
  int usable_cores() const;
  /// The order in which workers are best placed: fast cores, slow cores, then the second threads of each.
  std::vector<int> placement() const;
  /// The worker (counted from 1) that is the first on a slow core, or the first that shares a core; 0 where none is.
  int first_slow_worker() const;
  int first_smt_worker() const;
  /// '8 P-cores + 12 E-cores, 28 threads', '2 cores'. In English whatever the language is: machines are told apart by
  /// it, in files too.
  std::string description() const;
  CoreCounts counts() const { return {physical_cores(), fast_cores(), logical_cpus(), usable_cores()}; }
  /// As description(), for people, in their language.
  std::string in_words() const { return counts().in_words(); }
};

/// This machine, cut to the CPUs the process may use. Never throws: what cannot be read is left out.
Topology machine_topology();

/// Logical CPUs that this process may use at once: allowed_cpus(), or fewer where a quota says so; at least 1. As many
/// threads are started where nobody says how many. Quick, as it looks at no cores.
int usable_cpus();

/// From a tree like /sys/devices (system/cpu/cpu0/topology/…, cpu_atom/cpus); `allowed` empty: every CPU that is
/// online.
Topology sysfs_topology(const std::filesystem::path& devices, const std::vector<int>& allowed);

/// '0-3,8' -> {0, 1, 2, 3, 8}; what is not a list of CPUs gives {}.
std::vector<int> parse_cpu_list(const std::string& text);

void to_json(nlohmann::json& json, const Topology& topology);

/// A data cache of this machine, from Linux's /sys.
struct DataCache {
  int level = 0;          // 1: nearest to the core
  std::size_t bytes = 0;  // of one of them
  int cpus = 1;           // logical CPUs that share it
  bool operator==(const DataCache&) const = default;
};

/// Those of CPU 0, the nearest first, instruction caches left out; empty where it is not known. From a tree like
/// /sys/devices (system/cpu/cpu0/cache/index*/level, type, size, shared_cpu_list).
std::vector<DataCache> data_caches(const std::filesystem::path& devices = "/sys/devices");

}  // namespace mlplab
