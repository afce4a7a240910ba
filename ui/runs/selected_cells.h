// Two cells of a study that are selected in its table, held against each other.
#pragma once

#include <QTableView>
#include <vector>

#include "core/study/figure.h"

namespace mlplab {

/// A paragraph on the two cells whose rows are selected, [rows]; '' where there are not two.
QString selected_difference(const QTableView& table, const std::vector<Cell>& cells);
/// How to select two, where there are as many and none are.
QString selection_hint(const QTableView& table, const std::vector<Cell>& cells, const QString& color);

}  // namespace mlplab
