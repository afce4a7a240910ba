// Memory and the parts of a profiled step in a study: which of them its tables show. A new one is an entry of
// figures.h, in its list `newest`.
#pragma once

#include <vector>

#include "core/study/figure.h"

namespace mlplab {

/// Adds the columns of what any cell knows; of the parts of a step those that took any time.
void add_resource_columns(std::vector<const Figure*>& list, const std::vector<Cell>& cells);
/// Adds the charts of the memory that any cell knows.
void add_resource_charts(std::vector<const Figure*>& list, const std::vector<Cell>& cells);

}  // namespace mlplab
