// A learning-rate search as files: JSON (`mlplab-cli find-lr --json`), CSV, and its chart.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/reporting/chart.h"
#include "core/reporting/table.h"
#include "core/study/find_lr.h"

namespace mlplab {

/// One object; what is not known, or no finite number, is null.
nlohmann::ordered_json rate_search_json(const RateSearch& search);
/// One row a rate, every number to its last digit; '' where a loss is no finite number.
Table rate_table_exact(const RateSearch& search);
/// At most `most` of the rates, evenly spread, the first and the last among them, as on screen.
Table rate_table(const RateSearch& search, std::size_t most);
/// The highest loss that a chart of the search has room for: those that blow up would leave the descent no height.
/// Nothing where no loss is a number.
std::optional<double> highest_shown_loss(const RateSearch& search);
/// Both losses over the rate, up to that one, and the suggestion as a mark on the smoothed curve.
Chart rate_search_chart(const RateSearch& search);
/// The suggestion and why the test ended, in sentences.
std::string rate_sentence(const RateSearch& search);

}  // namespace mlplab
