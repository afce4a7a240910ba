// Curves beyond what Qt Charts does: cut at the edges of the plot by geometry, for file formats without clipping, and
// marked where values lie outside the axes.
#pragma once

#include "ui/charts/chart_marks.h"

namespace mlplab {

/// The part of the line from `a` to `b` within `area`; a null line where none is.
QLineF cut_line(const QPointF& a, const QPointF& b, const QRectF& area);

/// For files: the curves, none of which leaves the plot.
void paint_curves(QPainter& painter, const Chart& data, const MarkContext& context);

/// An arrow at the edge of the plot wherever a measured curve goes beyond the limits of y: none is cut off unseen.
void paint_outside(QPainter& painter, const Chart& data, const MarkContext& context, double y_min, double y_max);

}  // namespace mlplab
