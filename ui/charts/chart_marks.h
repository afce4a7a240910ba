// Draws the parts that Qt Charts draws slowly or wrongly: bars, markers, error bars, the best point's ring, and a
// legend whose entries look like their series. Plain painting functions, used by chart_plot.cpp.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <functional>

#include "core/reporting/chart.h"
#include "ui/theme/theme.h"

namespace mlplab {

struct MarkContext {
  const Theme& theme;
  QRectF plot;
  std::function<QPointF(double x, double y)> position;  // data to item coordinates
};

void paint_bars(QPainter& painter, const Chart& data, const MarkContext& context);
void paint_markers(QPainter& painter, const Chart& data, const MarkContext& context);
void paint_marker(QPainter& painter, Marker marker, const QPointF& at, qreal radius, const QColor& color,
                  const QColor& card);
/// The words of a person, over all else.
void paint_notes(QPainter& painter, const Chart& data, const MarkContext& context);
/// One in a square of `size` pixels, for the rows of tables.
QPixmap marker_pixmap(Marker marker, const SeriesColor& color, int size, qreal radius, const Theme& theme);
/// The legend's places in `area`, from its top left in as many rows as it needs (at most `rows`).
struct LegendLayout {
  struct Box {
    QRectF sample, text;
    int key = -1;  // of the series
    bool muted = false;
    QRectF whole() const { return sample | text; }
  };
  std::vector<Box> boxes;  // of the entries that there is room for, in their order
  QPointF rest;            // where the number of the others stands
  std::size_t left_out = 0;
  qreal height = 0;
};
LegendLayout lay_out_legend(const Chart& data, const Theme& theme, const QRectF& area, int rows);
void paint_legend(QPainter& painter, const Chart& data, const Theme& theme, const LegendLayout& layout);
/// Fills the shape with the colour, and with the pattern in the card's colour over it.
void fill_shape(QPainter& painter, const QPainterPath& shape, const QColor& color, Fill fill, const QColor& card);
Qt::PenStyle pen_style(LineStyle style);

}  // namespace mlplab
