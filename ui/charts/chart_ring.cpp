// The ring begins at twelve o'clock and goes round like a clock; the list keeps the order of the parts.
#include "ui/charts/chart_ring.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_plot_parts.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

namespace {

/// From `from` to `to`, in turns clockwise from the top.
QPainterPath arc_band(const QPointF& center, qreal inner, qreal outer, double from, double to) {
  const QRectF large(center.x() - outer, center.y() - outer, 2 * outer, 2 * outer);
  const QRectF small(center.x() - inner, center.y() - inner, 2 * inner, 2 * inner);
  const double start = 90.0 - 360.0 * from, sweep = -360.0 * (to - from);
  QPainterPath path;
  path.arcMoveTo(large, start);
  path.arcTo(large, start, sweep);
  path.arcTo(small, start + sweep, -sweep);
  path.closeSubpath();
  return path;
}

struct ListRow {
  const RingSlice* slice = nullptr;
  double share = 0.0;
};

/// The parts in their order, each followed by what lies within it, as many rows as fit.
std::vector<ListRow> list_rows(const Chart& data) {
  const std::vector<double> shares = ring_shares(data.ring);
  std::vector<ListRow> rows;
  for (std::size_t i = 0; i < data.ring.size(); ++i) {
    if (!data.ring[i].within.empty()) continue;
    rows.push_back({&data.ring[i], shares[i]});
    for (std::size_t k = 0; k < data.ring.size(); ++k) {
      if (data.ring[k].within == data.ring[i].name) rows.push_back({&data.ring[k], shares[k]});
    }
  }
  return rows;
}

void paint_list(QPainter& painter, const Chart& data, const Theme& theme, const QRectF& area) {
  const std::vector<ListRow> rows = list_rows(data);
  const QFontMetricsF metrics(painter.font());
  const qreal entry_height = std::ceil(metrics.height()) + 4;
  const auto fitting = static_cast<std::size_t>(std::max(1.0, std::floor(area.height() / entry_height)));
  const std::size_t shown = rows.size() <= fitting ? rows.size() : fitting - 1;
  qreal y = area.center().y() - entry_height * static_cast<double>(std::min(rows.size(), fitting)) / 2;
  for (std::size_t i = 0; i < shown; ++i, y += entry_height) {
    const RingSlice& slice = *rows[i].slice;
    const bool sub = !slice.within.empty();
    const qreal left = area.left() + (sub ? 12 : 0);
    const QColor color = series_color(theme, slice.color);
    const double side = theme.px(10);
    const QRectF square(left, y + entry_height / 2 - side / 2, side, side);
    QPainterPath shape;
    shape.addRoundedRect(square, 2, 2);
    fill_shape(painter, shape, color, slice.fill, theme.card);
    painter.setPen(sub || !(rows[i].share > 0.0) ? theme.quiet : theme.text);
    const QString number = share_text(rows[i].share / 100.0);
    const qreal number_width = metrics.horizontalAdvance(number);
    const QRectF name(left + side + 6, y, std::max(0.0, area.right() - left - side - 12 - number_width), entry_height);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(QString::fromStdString(slice.name), Qt::ElideRight, name.width()));
    painter.drawText(QRectF(area.left(), y, area.width(), entry_height), Qt::AlignRight | Qt::AlignVCenter, number);
  }
  if (shown < rows.size()) {
    painter.setPen(theme.quiet);
    painter.drawText(QRectF(area.left() + 28, y, area.width() - 28, entry_height), Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("+%1").arg(rows.size() - shown));
  }
}

}  // namespace

void paint_ring(QPainter& painter, const Chart& data, const Theme& theme, const QRectF& area) {
  painter.setFont(chart_font(theme.small_pt));
  const QFontMetricsF metrics(painter.font());
  qreal list_width = 0;
  for (const ListRow& row : list_rows(data)) {
    list_width = std::max(list_width, metrics.horizontalAdvance(QString::fromStdString(row.slice->name)) +
                                          (row.slice->within.empty() ? 0 : 12));
  }
  list_width =
      std::min(list_width + theme.px(10) + 24 + metrics.horizontalAdvance(share_text(0.9994)), 0.56 * area.width());
  constexpr qreal gap = 18;
  const qreal diameter = std::max(20.0, std::min(area.height() - 8, area.width() - list_width - gap));
  const qreal left = area.left() + std::max(0.0, (area.width() - diameter - gap - list_width) / 2);
  const QPointF center(left + diameter / 2, area.center().y());
  const bool two = std::ranges::any_of(data.ring, [](const RingSlice& s) { return !s.within.empty(); });
  const qreal radius = diameter / 2;
  const qreal outer = two ? 0.78 * radius : radius, inner = two ? 0.5 * radius : 0.62 * radius;
  const std::vector<double> shares = ring_shares(data.ring);
  double turn = 0.0;
  const QPen edge(theme.card, 1.2);
  for (std::size_t i = 0; i < data.ring.size(); ++i) {
    const RingSlice& slice = data.ring[i];
    if (!slice.within.empty() || !(shares[i] > 0.0)) continue;
    const double end = turn + shares[i] / 100.0;
    const QPainterPath band = arc_band(center, inner, outer, turn, end);
    fill_shape(painter, band, series_color(theme, slice.color), slice.fill, theme.card);
    painter.strokePath(band, edge);
    double sub_turn = turn;
    for (std::size_t k = 0; k < data.ring.size(); ++k) {
      if (data.ring[k].within != slice.name || !(shares[k] > 0.0)) continue;
      const double sub_end = std::min(end, sub_turn + shares[k] / 100.0);
      const QPainterPath piece = arc_band(center, outer + 2, radius, sub_turn, sub_end);
      fill_shape(painter, piece, series_color(theme, data.ring[k].color), data.ring[k].fill, theme.card);
      painter.strokePath(piece, edge);
      sub_turn = sub_end;
    }
    turn = end;
  }
  const QStringList lines = QString::fromStdString(data.ring_center).split(QLatin1Char('\n'));
  const qreal room = 1.8 * inner;
  if (inner > 1.1 * metrics.height() &&
      QFontMetricsF(chart_font(theme.font_pt, true)).horizontalAdvance(lines[0]) < room) {
    painter.setPen(theme.text);
    painter.setFont(chart_font(theme.font_pt, true));
    const QFontMetricsF bold(painter.font());
    const qreal block = bold.height() + (static_cast<double>(lines.size()) - 1) * metrics.height();
    qreal y = center.y() - block / 2;
    for (int i = 0; i < lines.size(); ++i) {
      const qreal height = i == 0 ? bold.height() : metrics.height();
      painter.drawText(QRectF(center.x() - inner, y, 2 * inner, height), Qt::AlignCenter, lines[i]);
      painter.setFont(chart_font(theme.small_pt));
      painter.setPen(theme.quiet);
      y += height;
    }
  }
  painter.setFont(chart_font(theme.small_pt));
  paint_list(painter, data, theme, {left + diameter + gap, area.top(), list_width, area.height()});
}

}  // namespace mlplab
