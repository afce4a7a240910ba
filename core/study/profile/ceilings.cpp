#include "core/study/profile/ceilings.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "core/compute/backends.h"
#include "core/machine/memory.h"
#include "core/machine/topology.h"

namespace mlplab {
namespace {

constexpr std::size_t least_reading = std::size_t{1} << 20, most_levels = 16;
constexpr double most_rate = 1e18;  // more than any machine has, and far from what a number cannot hold

double rate(double value, const std::string& name) {
  if (!(value >= 1.0 && value <= most_rate)) throw UsageError(say("'%1' must be a number from 1 to 1e18", name));
  return value;
}

}  // namespace

double roof(const Ceilings& ceilings, double bytes_per_s, double intensity) {
  return std::min(ceilings.peak_flop_per_s, intensity * bytes_per_s);
}

std::string lowest_ceiling(const Ceilings& ceilings, double flop_per_s, double bytes_per_s) {
  if (flop_per_s > ceilings.peak_flop_per_s) return {};
  const ReadingCeiling* lowest = nullptr;
  for (const ReadingCeiling& reading : ceilings.readings)
    if (reading.bytes_per_s >= bytes_per_s && (lowest == nullptr || reading.bytes_per_s < lowest->bytes_per_s))
      lowest = &reading;
  return lowest != nullptr ? lowest->name : "peak";
}

std::string level_in_words(const std::string& name) {
  if (name == "memory") return say("memory");
  if (name == "peak") return say("peak");
  const std::size_t cache = name.find(" cache");
  return cache == std::string::npos ? name : say("%1 cache", name.substr(0, cache));
}

std::vector<ReadingPlan> plan_readings(const std::vector<DataCache>& caches, int workers, int cpus,
                                       std::size_t available) {
  const auto team = static_cast<std::size_t>(std::max(1, workers));
  std::vector<ReadingPlan> plans;
  std::size_t nearer = 0;  // what a worker may have in the caches nearer to it
  std::size_t all = 0;     // what all caches of the machine hold
  for (const DataCache& cache : caches) {
    ReadingPlan plan{.name = "L" + std::to_string(cache.level) + " cache"};
    const std::size_t surely = cache.bytes / std::min(team, static_cast<std::size_t>(cache.cpus));
    plan.bytes = nearer == 0 ? surely / 2 : std::min(surely / 2, std::max(4 * nearer, least_reading));
    if (plan.bytes < 2 * nearer) {
      plan.bytes = 0;
      plan.why_not =
          say("the %1 was not measured: a worker's share of it is hardly larger than what it has nearer to it",
              level_in_words(plan.name));
    }
    nearer += cache.bytes;
    all += cache.bytes * static_cast<std::size_t>((std::max(cpus, 1) + cache.cpus - 1) / cache.cpus);
    plans.push_back(plan);
  }
  ReadingPlan memory{.name = "memory"};
  if (all == 0) {
    memory.why_not = say("reading was not measured: this system does not tell the sizes of its caches");
  } else if (available > 0 && 2 * all > available / 4) {
    memory.why_not = say("memory was not measured: twice the caches would be more than a quarter of what is free");
  } else {
    memory.bytes = 2 * all / team;
  }
  plans.push_back(memory);
  return plans;
}

Ceilings measure_ceilings(int workers) {
  Ceilings ceilings{.workers = std::max(1, workers)};
  ceilings.peak_flop_per_s = multiply_add_peak(ceilings.workers);
  if (ceilings.peak_flop_per_s <= 0.0) {
    ceilings.absent.push_back(say("this build has nothing that measures the machine (no Google Highway)"));
    return ceilings;
  }
  for (const ReadingPlan& plan :
       plan_readings(data_caches(), ceilings.workers, machine_topology().logical_cpus(), available_memory_bytes())) {
    const double bytes_per_s = plan.bytes > 0 ? reading_rate(ceilings.workers, plan.bytes) : 0.0;
    if (bytes_per_s > 0.0)
      ceilings.readings.push_back({plan.name, plan.bytes, bytes_per_s});
    else if (!plan.why_not.empty())
      ceilings.absent.push_back(plan.why_not);
  }
  return ceilings;
}

void to_json(nlohmann::json& json, const Ceilings& ceilings) {
  nlohmann::json readings = nlohmann::json::array();
  for (const ReadingCeiling& reading : ceilings.readings)
    readings.push_back({{"name", reading.name}, {"bytes", reading.bytes}, {"bytes_per_s", reading.bytes_per_s}});
  json = {{"workers", ceilings.workers},
          {"peak_flop_per_s", ceilings.peak_flop_per_s},
          {"readings", std::move(readings)},
          {"absent", ceilings.absent}};
}

void from_json(const nlohmann::json& json, Ceilings& ceilings) {
  Ceilings read;
  JsonReader reader(json, to_say("ceilings"));
  read.workers = reader.required<int>("workers");
  read.peak_flop_per_s = rate(reader.required<double>("peak_flop_per_s"), "peak_flop_per_s");
  const auto readings = reader.required<nlohmann::json>("readings");
  read.absent = reader.required<std::vector<std::string>>("absent");
  reader.finish();
  if (read.workers < 1) throw UsageError(say("'workers' must be at least 1"));
  if (!readings.is_array() || readings.size() > most_levels)
    throw UsageError(say("'readings' must be a list of at most %1", most_levels));
  for (const nlohmann::json& one : readings) {
    JsonReader level(one, to_say("readings"));
    read.readings.push_back({level.required<std::string>("name"), level.required<std::size_t>("bytes"),
                             rate(level.required<double>("bytes_per_s"), "bytes_per_s")});
    level.finish();
  }
  ceilings = std::move(read);
}

}  // namespace mlplab
