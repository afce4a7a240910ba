// Profiles for the terminal: `mlplab-cli profile` as a table and as JSON. A new figure goes into both.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/experiments/profile/profile_study.h"
#include "core/reporting/table.h"

namespace mlplab {

/// One object a point, without the timeline; what could not be measured is null, times are in seconds.
nlohmann::ordered_json profile_json(const std::vector<ProfilePoint>& points);
/// One row a point, three significant digits; of a point that failed only the batch.
Table profile_table(const std::vector<ProfilePoint>& points);

}  // namespace mlplab
