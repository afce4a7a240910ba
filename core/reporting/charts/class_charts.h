// The guesses of a class as a chart: how many people guessed what, and what was measured.
#pragma once

#include <optional>
#include <string>

#include "core/class/guess_summary.h"
#include "core/class/kept_round.h"
#include "core/reporting/chart.h"

namespace mlplab {

/// 'test accuracy', 'speedup with 8 workers', …
std::string words_of(const GuessQuestion& question);
/// '95.2 %', '5.5×'.
std::string guess_words(const GuessQuestion& question, double value);
/// The outline of the bins of bins_of(), in people; a line at the measured value, dashed ones at the ends of its
/// interval.
Chart guesses_chart(const KeptRound& round, const std::optional<MeasuredGuess>& measured);
/// How many guessed, their median and quartiles; beside the measured value the nearest guesses with their names.
std::string guesses_reading(const KeptRound& round, const std::optional<MeasuredGuess>& measured);

}  // namespace mlplab
