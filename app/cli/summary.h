// The summary that `train` prints at the end: a few lines, or one JSON object with the members that CLI users rely on.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/run/run_log.h"

namespace mlplab {

nlohmann::ordered_json summary_json(const RunLog& log, const std::filesystem::path& folder);
std::string summary_text(const RunLog& log, const std::filesystem::path& folder);

}  // namespace mlplab
