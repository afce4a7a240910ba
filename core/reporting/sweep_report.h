// A sweep's analysis as files: JSON (`mlplab-cli sweep --json`), CSV, Markdown. A new figure goes into all three.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/reporting/table.h"
#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {

/// work_in_words() of the sweep, its warm-up epochs apart.
std::string sweep_work(const SweepAnalysis& analysis, const std::string& images);
/// Remarks on a point's figures: 'oversubscribed, 1 outlier'; why there are none; ''.
std::string point_notes(const SweepAnalysis& analysis, const SweepPoint& point);

/// One object; what is not known is null, times are in seconds.
nlohmann::ordered_json sweep_json(const SweepAnalysis& analysis);
/// One row per point: three significant digits, the 95 % interval in brackets.
TableInTwoForms sweep_table(const SweepAnalysis& analysis);
/// Sentences below the table: the reading, then what the joules are.
std::vector<std::string> sweep_notes(const SweepAnalysis& analysis);
/// Those of the sweep, then each point's, which begin with the point.
std::vector<std::string> sweep_warnings(const SweepAnalysis& analysis);
/// The table, the fit, the reading, the machine and the warnings.
std::string sweep_markdown(const SweepAnalysis& analysis);

}  // namespace mlplab
