#include "core/experiments/profile/ceilings.h"

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "core/machine/memory.h"

namespace mlplab {
namespace {

double positive(double value, const std::string& name) {
  if (!std::isfinite(value) || value <= 0.0) throw UsageError("'" + name + "' must be a number above 0");
  return value;
}

}  // namespace

std::vector<ReadingPlan> plan_readings(const std::vector<DataCache>& caches, int workers, std::size_t available) {
  const auto team = static_cast<std::size_t>(std::max(1, workers));
  std::vector<ReadingPlan> plans;
  std::size_t nearer = 0;  // what a worker finds in the caches nearer to it
  for (const DataCache& cache : caches) {
    ReadingPlan plan{.name = "L" + std::to_string(cache.level) + " cache"};
    // Of one that several CPUs share each worker may have as much as its share.
    const std::size_t share = cache.bytes / std::min(team, static_cast<std::size_t>(cache.cpus));
    plan.bytes = std::min(share / 2, nearer > 0 ? std::max(4 * nearer, std::size_t{1} << 20) : share);
    if (plan.bytes < 2 * nearer) {
      plan.bytes = 0;
      plan.why_not = "the " + plan.name +
                     " was not measured: a worker's share of it is hardly larger than what it has "
                     "nearer to it";
    }
    nearer = std::max(nearer, share);
    plans.push_back(plan);
  }
  ReadingPlan memory{.name = "memory"};
  if (nearer == 0) {
    memory.why_not = "reading was not measured: this system does not tell the sizes of its caches";
  } else {
    memory.bytes = 2 * nearer;
    if (available > 0 && memory.bytes * team > available / 4) {
      memory.bytes = 0;
      memory.why_not = "memory was not measured: twice the caches would be more than a quarter of what is free";
    }
  }
  plans.push_back(memory);
  return plans;
}

Ceilings measure_ceilings(int workers) {
  Ceilings ceilings{.workers = std::max(1, workers)};
  ceilings.peak_flop_per_s = multiply_add_peak(ceilings.workers);
  if (ceilings.peak_flop_per_s <= 0.0) {
    ceilings.absent.emplace_back("this build has nothing that measures the machine (no Google Highway)");
    return ceilings;
  }
  for (const ReadingPlan& plan : plan_readings(data_caches(), ceilings.workers, available_memory_bytes())) {
    const double rate = plan.bytes > 0 ? reading_rate(ceilings.workers, plan.bytes) : 0.0;
    if (rate > 0.0)
      ceilings.readings.push_back({plan.name, plan.bytes, rate});
    else
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
  JsonReader reader(json, "ceilings");
  read.workers = reader.required<int>("workers");
  read.peak_flop_per_s = positive(reader.required<double>("peak_flop_per_s"), "peak_flop_per_s");
  const auto readings = reader.required<nlohmann::json>("readings");
  read.absent = reader.required<std::vector<std::string>>("absent");
  reader.finish();
  if (!readings.is_array()) throw UsageError("'readings' must be a list");
  for (const nlohmann::json& one : readings) {
    JsonReader level(one, "readings");
    read.readings.push_back({level.required<std::string>("name"), level.required<std::size_t>("bytes"),
                             positive(level.required<double>("bytes_per_s"), "bytes_per_s")});
    level.finish();
  }
  ceilings = std::move(read);
}

}  // namespace mlplab
