// Where a speedup comes from: implementations of which each does one thing more than the one before it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/study/comparison/comparison.h"

namespace mlplab {

/// A row of a comparison as a rung, and its factor over the one below: the ratio of the median training times, so that
/// the factors multiply to that of the first and the last. The first rung has none.
struct Rung {
  const ComparisonRow* row;
  std::optional<double> factor;
  Interval interval = {};            // 95 %; unknown for single runs
  std::vector<std::string> whys;     // one for each step of the ladder between the two
  std::optional<double> total = {};  // over the first rung
};

/// The names of the configurations that are rungs of this network and can run here.
std::vector<std::string> ladder_names(const RunSpec& base);
/// The rungs that a comparison has measured: those that are verified, computed the same as the first, and are what
/// their names say (options of the base can make another of them). Empty where they are fewer than three or the first
/// is not among them.
std::vector<Rung> ladder_of(const Comparison& comparison);

}  // namespace mlplab
