// The load of a run (core/machine/load.h) as JSON and in short.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/machine/load.h"

namespace mlplab {

nlohmann::json load_json(const LoadReading& load);
/// Throws InputError, or the JSON library's exceptions, for what is no load.
LoadReading load_of(const nlohmann::json& json);

/// The load of a whole run (RunLog::load_summary()).
struct LoadSummary {
  double run_cpus = 0.0;           // the mean over the time that was read
  int cpus = 0;                    // of so many that the run may use
  std::uint64_t memory_bytes = 0;  // the most
  double cost_cpus = 0.0;          // the mean that the reading itself took
  double window_s = 0.0;
};

}  // namespace mlplab
