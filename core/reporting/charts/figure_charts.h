// A figure of a study as a chart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/reporting/chart.h"
#include "core/study/figure.h"

namespace mlplab {

/// Captions of charts begin so.
inline constexpr const char* caption_begin = "MLP Lab · ";  // untranslated: a name

/// The end of a caption: ' · published: %1, measured on: %2'.
std::string published_caption(const std::string& label, const std::string& machine);
/// ' · energy: package 0, with all that ran there'
std::string energy_caption(const std::string& meters);
/// The chart without anything drawn. `baseline`: what a ratio is held against. Its caption has the meters of joules,
/// to be added to one's own.
Chart figure_chart(const Figure& figure, const std::vector<Cell>& cells, const std::string& baseline);
/// The name of a curve or of a group of bars, of the figures that a chart draws together: 'OpenMP, without idle'; of
/// one that is drawn alone `name` itself.
std::string series_name(const std::string& name, const Figure& figure, const std::vector<const Figure*>& together);
/// A bar for each cell, in the colour of what computes there; of a figure with one beside it a group of two.
void add_cell_bars(Chart& chart, const Figure& figure, const std::vector<Cell>& cells);
/// One on top of another for each cell: the phases of a run where any cell has one besides training, and the parts of a
/// profiled step where any has one.
std::vector<Chart> stacked_charts(const std::vector<Cell>& cells);
/// One value of a curve, or of a group of bars, with its interval, or none that can be seen.
void add_value(ChartSeries& series, double x, const Measured& measured, double scale);
void add_value(BarSeries& bars, const Measured& measured, double scale, bool with_interval);
/// In a report: what the figure is, and by which meters joules were measured.
std::string figure_caption(const Figure& figure, const std::vector<Cell>& cells);

}  // namespace mlplab
