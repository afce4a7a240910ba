// Sentences about fitted shares: what a team can reach at best, said before it trains, and what it reached.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run/run_log.h"

namespace mlplab {

/// 'rows of a batch of 1024: 1012 SIMD, 12 Sequential' of the ranks of a fitted team; '' where nothing was fitted.
std::string rows_in_words(const RunSpec& spec);
/// 'SIMD alone 157 ms an epoch; with the others at most 1.04×, the exchange costs 7 %: …'; '' where nothing was fitted.
std::string ceiling_in_words(const RunStarted& started);
/// The speedup of the finished epochs' median over the best rank alone, as a share of the ceiling; none where nothing
/// was fitted or no epoch is done.
std::optional<double> reached_of_ceiling(const RunLog& log);
std::string reached_in_words(const RunLog& log);
/// Those of these sentences that there are.
std::vector<std::string> share_sentences(const RunLog& log);

}  // namespace mlplab
