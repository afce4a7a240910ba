// Curves, as Qt Charts draws them slowly: cut at the edges of the plot by geometry, for file formats without clipping,
// and marked where values lie outside the axes.
#pragma once

#include "ui/charts/chart_marks.h"

namespace mlplab {

/// The part of the line from `a` to `b` within `area`; a null line where none is.
QLineF cut_line(const QPointF& a, const QPointF& b, const QRectF& area);

/// The points of each curve that can be told apart in so many columns of pixels from x_min to x_max.
std::vector<std::vector<ChartPoint>> thinned_curves(const Chart& data, double x_min, double x_max, int columns);
/// The curves, none of which leaves the plot.
void paint_curves(QPainter& painter, const Chart& data, const std::vector<std::vector<ChartPoint>>& curves,
                  const MarkContext& context);

/// An arrow at the edge of the plot wherever a measured curve goes beyond the limits of y: none is cut off unseen.
void paint_outside(QPainter& painter, const Chart& data, const MarkContext& context, double y_min, double y_max);

}  // namespace mlplab
