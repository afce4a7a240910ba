// The energy of a run in words and as JSON: for the terminal's summary and the lab report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/run/run_log.h"
#include "core/study/measured_energy.h"

namespace mlplab {

/// The figures with their units in their names; where nothing was measured they are null and `why_not` says why.
nlohmann::ordered_json energy_json(const RunLog& log);
/// The scopes measured, or why there are none; and the parts of the machine that are missing.
std::vector<std::string> energy_sentences(const RunLog& log);

/// The figures of a point or row; what is without idle is an object of its own. null: not known.
nlohmann::ordered_json energy_json(const RepeatedEnergy& energy);

}  // namespace mlplab
