// The measured limits of this machine's processors: the roof of a roofline (S. Williams, A. Waterman and
// D. Patterson, 'Roofline: an insightful visual performance model', CACM 52(4), 2009).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/machine/topology.h"

namespace mlplab {

/// How fast one level of the memory is read.
struct ReadingCeiling {
  std::string name;          // 'L1 cache', 'memory': in English, as in files
  std::size_t bytes = 0;     // that each worker read again and again: they fit there and in nothing nearer
  double bytes_per_s = 0.0;  // of all workers together
  bool operator==(const ReadingCeiling&) const = default;
};

struct Ceilings {
  int workers = 1;
  double peak_flop_per_s = 0.0;          // multiply-adds on numbers in registers, of all workers together
  std::vector<ReadingCeiling> readings;  // the nearest level first
  std::vector<std::string> absent;       // why a level is not there, one sentence per level
  bool operator==(const Ceilings&) const = default;
};

/// The most that work of this intensity can reach by the level of that bandwidth: min(peak, intensity · bandwidth).
double roof(const Ceilings& ceilings, double bytes_per_s, double intensity);
/// The name of the lowest level whose roof is at or above work of these rates: 'memory' explains it already;
/// 'L1 cache', …; 'peak' where only the multiply-adds' ceiling is; '' where it is above that, too.
std::string lowest_ceiling(const Ceilings& ceilings, double flop_per_s, double bytes_per_s);

/// A level's name for people, in their language; of the peak as well.
std::string level_in_words(const std::string& name);

/// The bytes that each worker reads to find a level's bandwidth; 0 where it cannot be measured, `why_not` then says
/// why.
struct ReadingPlan {
  std::string name;
  std::size_t bytes = 0;
  std::string why_not;
};
/// The plans for `workers` workers on `cpus` logical CPUs; each worker may run anywhere. The reading for a cache fits
/// into half of the share that a worker surely has of it, and not into a nearer cache, even one that a worker has to
/// itself. For memory all workers together read twice the size of all caches, at most a quarter of `available` bytes
/// (0: unknown).
std::vector<ReadingPlan> plan_readings(const std::vector<DataCache>& caches, int workers, int cpus,
                                       std::size_t available);

/// Measures this machine now, 1 to 2 s. Throws BackendError where as many workers cannot be started; without
/// anything that can measure a Ceilings whose peak is 0.
Ceilings measure_ceilings(int workers);

void to_json(nlohmann::json& json, const Ceilings& ceilings);
void from_json(const nlohmann::json& json, Ceilings& ceilings);  // Throws UsageError

}  // namespace mlplab
