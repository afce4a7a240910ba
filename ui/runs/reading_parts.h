// Paragraphs of the text that a page reads its numbers in: others' measurements, and two cells held against each other.
#pragma once

#include <QTableView>
#include <vector>

#include "core/study/comparison/published.h"
#include "core/study/figure.h"

namespace mlplab {

/// `quiet`: the colour of what is said only once known.
QString published_paragraphs(const PublishedBeside& beside, const QString& quiet);
/// A paragraph on the two cells whose rows are selected, [rows]; '' where there are not two.
QString selected_difference(const QTableView& table, const std::vector<Cell>& cells);
/// How to select two, where there are as many and none are.
QString selection_hint(const QTableView& table, const std::vector<Cell>& cells, const QString& color);

}  // namespace mlplab
