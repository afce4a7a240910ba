// Kernels of the workshop as tables, sentences and JSON, for the terminal and for the window: a class, counts, times
// and versions. To show one more thing of a timed kernel: its sentence in timed_sentences().
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/reporting/table.h"
#include "core/study/profile/ceilings.h"
#include "core/workshop/timing.h"

namespace mlplab::workshop {

/// Right or wrong, and how fast: a row per folder, the right ones first, the fastest of a task first.
Table class_table(std::vector<CheckedFolder> all);
/// The counts of a kernel in CUDA with the text of their lines; no rows where there are none.
Table count_table(const Work& work, const CudaReport& report);
std::vector<std::string> count_lines(const CheckedFolder& one);
nlohmann::ordered_json checked_json(const CheckedFolder& one);

/// The kernel beside the plain version and the fastest backend, its place under the ceilings, what was not measured and
/// why, the noise guard's warnings.
std::vector<std::string> timed_sentences(const Work& work, const OperationStudy& study, const Ceilings& ceilings);
/// Where the time of a call goes, a row per size; no rows for a kernel on this machine's processors.
Table device_parts_table(const OperationStudy& study);
/// One row per kept version, the last ones, one column per size of any of them.
Table version_table(const std::vector<Version>& versions);
/// '3 lines changed from version 1 to 2:', then those lines; nothing for the first version. `version`: from 1.
std::vector<std::string> changes_in_words(const std::vector<Version>& versions, std::size_t version);
/// The number of the version in the first row of version_table(), from 1.
std::size_t first_shown_version(const std::vector<Version>& versions);

/// Times over sizes beside the rungs, the roofline, the versions so far and what changed in the last one.
std::vector<std::string> timed_lines(const Work& work, const OperationStudy& study, const Ceilings& ceilings);
nlohmann::ordered_json timed_json(const Work& work, const OperationStudy& study, const Ceilings& ceilings);

}  // namespace mlplab::workshop
