// A timed kernel of the workshop under the ceilings of the machine, as a table, in sentences and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/reporting/table.h"
#include "core/workshop/kernel_roofline.h"

namespace mlplab {

/// One row per size: operations, bytes, what of them a second, and the lowest ceiling above. '–' where there is nothing
/// to say: a task that computes nothing, ceilings that were not measured.
Table kernel_roofline_table(const std::vector<workshop::KernelPoint>& points, const Ceilings& ceilings);
/// The point of the largest size, what is counted, and which ceilings are absent: a sentence each.
std::vector<std::string> kernel_roofline_sentences(const std::vector<workshop::KernelPoint>& points,
                                                   const Ceilings& ceilings);
/// Members 'ceilings', 'roofline' and 'why_no_roofline'; what is not known is null.
nlohmann::ordered_json kernel_roofline_json(const std::vector<workshop::KernelPoint>& points, const Ceilings& ceilings);

}  // namespace mlplab
