// The warnings of several runs as one list, for a point of a sweep or a row of a comparison.
#pragma once

#include <string>
#include <vector>

namespace mlplab {

/// Each kind once, in the order in which they came: sentences that differ in their first number alone become one with
/// the range ('used 73 to 78 % of …'), and say how many runs it concerns unless all. `runs` has one list per run.
std::vector<std::string> merge_warnings(const std::vector<std::vector<std::string>>& runs);

}  // namespace mlplab
