// The output of mlplab-cli workshop: the table of a class, times and versions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/reporting/table.h"
#include "core/workshop/check.h"
#include "core/workshop/kernel_roofline.h"
#include "core/workshop/timing.h"

namespace mlplab::workshop {

/// A folder of a class.
struct CheckedFolder {
  std::string folder;
  std::optional<Work> work;
  std::optional<Check> check;
  std::string why_not;  // it could not be opened or checked
  int n = 0;            // at which it was timed; 0: it was not
  double time_s = not_known, plain_s = not_known;
  bool right() const { return check && check->right(); }
};

/// Times a right kernel and the plain version at the second of its task's sizes.
void time_beside_plain(CheckedFolder& one, const TimingOptions& timing);

/// Right or wrong, and how fast: a row per folder, the right ones first, the fastest of a task first.
Table class_table(std::vector<CheckedFolder> all);
/// The counts of a kernel in CUDA, as a table; nothing where there are none.
std::vector<std::string> count_lines(const CheckedFolder& one);
nlohmann::ordered_json checked_json(const CheckedFolder& one);

/// Times over sizes beside the rungs, the roofline, the versions so far and what changed in the last one.
std::vector<std::string> timed_lines(const Work& work, const OperationStudy& study, const Ceilings& ceilings);
nlohmann::ordered_json timed_json(const Work& work, const OperationStudy& study, const Ceilings& ceilings);

}  // namespace mlplab::workshop
