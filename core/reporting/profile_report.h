// Profiles for the terminal: `mlplab-cli profile` as a table and as JSON. A new figure goes into both.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/reporting/table.h"
#include "core/study/profile/profile_study.h"

namespace mlplab {

/// One object per point, without the timeline; what could not be measured is null, times are in seconds.
nlohmann::ordered_json profile_json(const ProfileStudy& study);
/// One row per node of the point's network, the rest of the step and the whole; no rows where why_no_nodes() says why.
TableInTwoForms node_table(const ProfilePoint& point);
/// Where the peak of node_table() is from, and what it may be held against; '' where it is not known.
std::string peak_sentence(const ProfilePoint& point);
/// One row per operation under its ceilings, and the ceilings below; no rows where one of them is not known
/// (why_no_roofline(), or the study has no ceilings).
Table roofline_table(const ProfileStudy& study, const ProfilePoint& point);
Table ceilings_table(const Ceilings& ceilings);
/// Why roofline_table() has no rows; '' where it has.
std::string why_no_roofline(const ProfileStudy& study, const ProfilePoint& point);
/// One row per point, three significant digits; a point that failed has only its batch. In its file times are in
/// seconds.
TableInTwoForms profile_table(const std::vector<ProfilePoint>& points);

}  // namespace mlplab
