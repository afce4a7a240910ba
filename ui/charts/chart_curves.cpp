// Cutting is Liang and Barsky's: a line's parameters of entering and leaving, edge by edge.
#include "ui/charts/chart_curves.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/charts/chart_plot.h"

namespace mlplab {
namespace {

/// A line goes in pieces: an outline that crosses itself takes ever longer to fill as it grows (a noisy curve of 190
/// points at once 20 ms, in pieces 4).
void draw_line(QPainter& painter, const QPolygonF& line, QPen pen) {
  constexpr qsizetype piece = 8, short_line = 2 * piece;
  painter.setPen(pen);
  if (line.size() < short_line || painter.paintEngine()->type() != QPaintEngine::Raster) {
    QPainterPath path;
    path.addPolygon(line);
    return painter.drawPath(path);
  }
  qreal length = 0.0;  // up to `from`
  for (qsizetype begin = 0, from = 0; begin + 1 < line.size(); begin += piece) {
    for (const qsizetype next = std::max<qsizetype>(0, begin - 1); from < next; ++from)  // so that no joint is seen
      length += QLineF(line[from], line[from + 1]).length();
    if (pen.style() != Qt::SolidLine) pen.setDashOffset(length / pen.widthF());
    painter.setPen(pen);
    painter.drawPolyline(line.constData() + from,
                         static_cast<int>(std::min(begin + piece, line.size() - 1) - from + 1));
  }
}

}  // namespace

QLineF cut_line(const QPointF& a, const QPointF& b, const QRectF& area) {
  const QPointF way = b - a;
  double enter = 0.0, leave = 1.0;
  struct Edge {
    double rate, room;  // of moving outwards, and how far the edge is
  };
  for (const Edge& edge : {Edge{-way.x(), a.x() - area.left()}, Edge{way.x(), area.right() - a.x()},
                           Edge{-way.y(), a.y() - area.top()}, Edge{way.y(), area.bottom() - a.y()}}) {
    if (edge.rate == 0.0 && edge.room < 0.0) return {};
    if (edge.rate < 0.0) enter = std::max(enter, edge.room / edge.rate);
    if (edge.rate > 0.0) leave = std::min(leave, edge.room / edge.rate);
  }
  return enter < leave ? QLineF(a + enter * way, a + leave * way) : QLineF();
}

std::vector<std::vector<ChartPoint>> thinned_curves(const Chart& data, double x_min, double x_max, int columns) {
  std::vector<std::vector<ChartPoint>> curves;
  for (const ChartSeries& s : data.lines) {
    std::vector<ChartPoint>& kept = curves.emplace_back();
    if (s.line == LineStyle::none || s.x.empty()) continue;
    kept = decimate(s.x, s.y, x_min, x_max, columns);
    std::erase_if(kept, [&](const ChartPoint& point) {
      return (data.x.logarithmic && point.x <= 0) || (data.y.logarithmic && point.y <= 0);
    });
  }
  return curves;
}

void paint_curves(QPainter& painter, const Chart& data, const std::vector<std::vector<ChartPoint>>& curves,
                  const MarkContext& context) {
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const ChartSeries& s = data.lines[i];
    painter.setBrush(Qt::NoBrush);
    const QPen pen(series_color(context.theme, s.color), context.theme.chart_line, pen_style(s.line), Qt::FlatCap,
                   Qt::RoundJoin);
    QPolygonF path;
    std::optional<QPointF> last;
    for (const ChartPoint& point : curves[i]) {
      const QPointF at = context.position(point.x, point.y);
      const QLineF line = last ? cut_line(*last, at, context.plot) : QLineF();
      last = at;
      if (line.isNull()) continue;
      if (path.isEmpty() || path.last() != line.p1()) {
        draw_line(painter, std::exchange(path, {}), pen);
        path << line.p1();
      }
      path << line.p2();
    }
    draw_line(painter, path, pen);
  }
}

void paint_outside(QPainter& painter, const Chart& data, const MarkContext& context, double y_min, double y_max) {
  const qreal half = 2.2 * context.theme.chart_line;
  constexpr qreal curve_distance = 60;  // of the arrows of a curve without markers, px
  for (const ChartSeries& s : data.lines) {
    if (s.role != ChartSeries::Role::measured) continue;
    const qreal distance = s.marker == Marker::none ? curve_distance : 3 * half;
    std::array<qreal, 2> last{-1e9, -1e9};
    for (std::size_t i = s.joined; i < std::min(s.x.size(), s.y.size()); ++i) {
      const bool above = s.y[i] > y_max;
      if (!above && !(s.y[i] < y_min)) continue;
      const qreal x = context.position(s.x[i], above ? y_max : y_min).x();
      if (x < context.plot.left() - 0.5 || x > context.plot.right() + 0.5 || x - last[above] < distance) continue;
      last[above] = x;
      const qreal edge = above ? context.plot.top() : context.plot.bottom(), inwards = above ? 1 : -1;
      painter.setPen(QPen(context.theme.card, 1));
      painter.setBrush(series_color(context.theme, s.color));
      painter.drawPolygon(QPolygonF({QPointF(x, edge - inwards * 1.5), QPointF(x - half, edge + inwards * 1.9 * half),
                                     QPointF(x + half, edge + inwards * 1.9 * half)}));
    }
  }
}

}  // namespace mlplab
