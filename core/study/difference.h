// Two cells of a study held against each other: is one faster, or is that noise, and what would tell?
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/study/figure.h"

namespace mlplab {

/// One or two sentences, in the language that was set: how many times as fast the faster one is, where the runs tell
/// that; else how many repeats would. Says so, too, where the two trained different things or have no figures.
std::string difference_words(const Cell& a, const Cell& b);
/// values, ratio (the time of the first by that of the second), ci, is_difference, repeats_to_tell, sentence; null for
/// what is not known.
nlohmann::ordered_json difference_json(const Cell& a, const Cell& b);
/// Those that are named as 'A,B'. Throws UsageError with the names there are.
std::pair<const Cell*, const Cell*> two_cells(const std::vector<Cell>& cells, const std::string& names);

}  // namespace mlplab
