// A figure of a study as a chart of the lab report.
#pragma once

#include <string>
#include <vector>

#include "core/reporting/lab/report.h"
#include "core/study/figure.h"

namespace mlplab {

/// The chart STEM-ID without anything drawn; its caption begins with what the figure is, and by which meters.
ReportChart figure_chart(const std::string& stem, const Figure& figure, const std::vector<Cell>& cells);
/// A bar for each cell.
void add_bars(Plot& plot, const Figure& figure, const std::vector<Cell>& cells);
/// One value of a curve, with its interval where it can be drawn.
void add_value(PlotCurve& curve, double x, const Measured& measured, double scale);

}  // namespace mlplab
