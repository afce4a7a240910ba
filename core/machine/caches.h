// The data caches of this machine, from Linux's /sys.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace mlplab {

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
