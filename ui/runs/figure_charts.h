// Figures of a study in the window: as charts, and two cells held against each other.
#pragma once

#include <QTableView>
#include <vector>

#include "core/study/figure.h"
#include "ui/charts/chart_data.h"

namespace mlplab {

/// The chart without anything drawn. `baseline`: what a ratio is held against. Its caption has the meters of joules,
/// to be added to one's own.
ChartData figure_chart(const Figure& figure, const std::vector<Cell>& cells, const QString& baseline);
/// A bar for each cell, in the colour of what computes there.
void add_cell_bars(ChartData& chart, const Figure& figure, const std::vector<Cell>& cells);
/// One value of a curve, with its interval, or none that can be seen.
void add_value(ChartSeries& series, double x, const Measured& measured, double scale);

/// A paragraph on the two cells whose rows are selected, [rows]; '' where there are not two.
QString selected_difference(const QTableView& table, const std::vector<Cell>& cells);
/// How to select two, where there are as many and none are.
QString selection_hint(const QTableView& table, const std::vector<Cell>& cells, const QString& color);

}  // namespace mlplab
