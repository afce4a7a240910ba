// The distribution of a closed round, and which guesses were nearest to what was measured.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/class/guess_round.h"
#include "core/statistics/statistics.h"

namespace mlplab {

/// A measured value in the unit of the guesses, with its interval where that is known.
struct MeasuredGuess {
  double value = not_known;
  Interval interval;
};

struct GuessBins {
  std::vector<double> edges;        // [bins + 1], rising
  std::vector<std::size_t> counts;  // [bins]; each bin holds its lower edge, the last one its upper edge too
  bool logarithmic = false;         // the edges grow by a factor
};

/// Over the guesses and `also` (the measured value): bins of one round width, or of one factor where the largest guess
/// is more than 20 times the smallest. No bins without guesses.
GuessBins bins_of(const std::vector<ClassGuess>& guesses, std::optional<double> also = {});

/// Indices of `guesses`, the nearest first; the first `most`, and those that are as near as the last of them.
std::vector<std::size_t> nearest_guesses(const std::vector<ClassGuess>& guesses, double measured, std::size_t most);

}  // namespace mlplab
