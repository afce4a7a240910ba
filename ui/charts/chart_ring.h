// A ring (donut) of parts with their shares beside it, for ChartPlot. Slices within another lie in a second ring around
// that one.
#pragma once

#include <QPainter>

#include "core/reporting/chart.h"
#include "ui/theme/theme.h"

namespace mlplab {

/// Draws data.ring, its middle text and its list of names and percentages into `area`.
void paint_ring(QPainter& painter, const Chart& data, const Theme& theme, const QRectF& area);

}  // namespace mlplab
