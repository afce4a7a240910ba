// Folders of a class, one after the other: is each right, and how fast is it beside the plain version. One that cannot
// be opened or checked is a row with its reason, and not the end.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/workshop/check.h"
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

/// Checks a folder, and times it where it is right and its language can be timed. Throws Stopped.
CheckedFolder check_folder(const std::string& folder, const CheckOptions& options, const TimingOptions& timing);
/// Times a right kernel and the plain version at the second of its task's sizes. Throws Stopped.
void time_beside_plain(CheckedFolder& one, const TimingOptions& timing, const Stop& stop = {});
/// The folders of the workshop directly in `folder`, by name.
std::vector<std::filesystem::path> works_in(const std::filesystem::path& folder);

}  // namespace mlplab::workshop
