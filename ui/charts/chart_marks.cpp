// Painting of marks and legend.
#include "ui/charts/chart_marks.h"

#include <QFontMetricsF>
#include <QPixmapCache>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "ui/charts/chart_plot_parts.h"

namespace mlplab {

namespace {

/// Bars of a further run with the same colour are hatched.
QBrush bar_brush(const QColor& color, int shade) {
  constexpr std::array patterns{Qt::SolidPattern, Qt::BDiagPattern, Qt::FDiagPattern, Qt::Dense4Pattern};
  return {color, patterns[static_cast<std::size_t>(shade) % patterns.size()]};
}

/// An end that lies outside of the plot is not drawn: the bar goes on to the edge, without a cap.
void paint_error_bar(QPainter& painter, const QPointF& low, const QPointF& high, qreal cap, const QRectF& plot) {
  const qreal x = low.x(), bottom = std::min(low.y(), plot.bottom()), top = std::max(high.y(), plot.top());
  if (top > bottom) return;
  painter.drawLine(QPointF(x, bottom), QPointF(x, top));
  if (bottom == low.y()) painter.drawLine(QPointF(x - cap, bottom), QPointF(x + cap, bottom));
  if (top == high.y()) painter.drawLine(QPointF(x - cap, top), QPointF(x + cap, top));
}

struct LegendEntry {
  QString name;
  SeriesColor color;
  LineStyle line = LineStyle::solid;
  Marker marker = Marker::none;
  bool bar = false;
  bool ring = false;
  Fill fill = Fill::plain;
  int key = -1;
  bool muted = false;
};

std::vector<LegendEntry> legend_entries(const Chart& data) {
  std::vector<LegendEntry> entries;
  const auto of_line = [](const ChartSeries& s, bool ring) {
    return LegendEntry{
        QString::fromStdString(s.name), s.color, s.line, s.marker, false, ring, Fill::plain, s.key, s.muted};
  };
  for (const ChartSeries& s : data.lines) {
    if (s.in_legend) entries.push_back(of_line(s, false));
  }
  for (const BarSeries& s : data.bars) {
    if (!s.in_legend) continue;
    entries.push_back(
        {QString::fromStdString(s.name), s.color, LineStyle::none, Marker::none, true, false, s.fill, s.key, s.muted});
  }
  for (const ChartSeries& s : data.keys) entries.push_back(of_line(s, s.highlight >= 0));
  return entries;
}

void paint_entry(QPainter& painter, const LegendEntry& entry, const Theme& theme, const QRectF& sample,
                 const QRectF& text) {
  const QColor color = entry.muted ? theme.control : series_color(theme, entry.color);
  if (entry.bar) {
    const double side = theme.px(10);
    const QRectF square(sample.right() - side - 2, sample.center().y() - side / 2, side + 1, side);
    painter.setPen(QPen(color, 1));
    painter.setBrush(bar_brush(color, entry.color.shade));
    painter.drawRoundedRect(square, 2, 2);
    if (entry.fill != Fill::plain) {
      QPainterPath shape;
      shape.addRoundedRect(square, 2, 2);
      fill_shape(painter, shape, color, entry.fill, theme.card);
    }
  } else {
    if (entry.line != LineStyle::none) {
      painter.setPen(QPen(color, theme.chart_line, pen_style(entry.line), Qt::FlatCap));
      painter.drawLine(QPointF(sample.left(), sample.center().y()), QPointF(sample.right(), sample.center().y()));
    }
    if (entry.ring) {
      painter.setPen(QPen(color, 1.5));
      painter.setBrush(theme.card);
      painter.drawEllipse(sample.center(), 2.8 * theme.chart_line, 2.8 * theme.chart_line);
    }
    paint_marker(painter, entry.marker, sample.center(), 1.7 * theme.chart_line, color, theme.card);
  }
  painter.setPen(theme.quiet);
  QFont font = painter.font();
  font.setStrikeOut(entry.muted);
  painter.setFont(font);
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(font).elidedText(entry.name, Qt::ElideMiddle, text.width()));
}

constexpr qreal pattern_distance = 6.0;

/// Lines of our own and not a brush's pattern: those are made of single pixels on the screen and lost in files.
void draw_pattern(QPainter& painter, const QRectF& box, Fill fill, const QColor& over) {
  constexpr qreal distance = pattern_distance;
  painter.setPen(QPen(over, fill == Fill::grid ? 1.0 : 1.6));
  const qreal left = std::floor(box.left() / distance) * distance, top = std::floor(box.top() / distance) * distance;
  if (fill == Fill::dots) {
    QPolygonF dots;  // in one call: thousands of ellipses take a tenth of a second
    for (qreal y = top; y <= box.bottom() + distance; y += distance) {
      for (qreal x = left; x <= box.right() + distance; x += distance) dots << QPointF(x, y);
    }
    painter.setPen(QPen(over, 2.8, Qt::SolidLine, Qt::RoundCap));
    painter.drawPoints(dots);
  } else if (fill == Fill::grid || fill == Fill::lines) {
    for (qreal x = left; fill == Fill::grid && x <= box.right() + distance; x += distance) {
      painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
    }
    for (qreal y = top; y <= box.bottom() + distance; y += distance) {
      painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
    }
  } else {
    const qreal height = box.height();
    for (qreal x = left - std::ceil(height / distance) * distance; x <= box.right() + height; x += distance) {
      if (fill == Fill::rising) painter.drawLine(QPointF(x, box.bottom()), QPointF(x + height, box.top()));
      if (fill == Fill::falling) painter.drawLine(QPointF(x, box.top()), QPointF(x + height, box.bottom()));
    }
  }
}

/// The pattern drawn once, where it repeats after whole pixels; none elsewhere. The lines of one large bar take a tenth
/// of a second.
std::optional<QBrush> pattern_brush(const QPainter& painter, Fill fill, const QColor& over) {
  constexpr qreal period = 8 * pattern_distance;
  const QTransform& to_pixels = painter.deviceTransform();
  const qreal scale = to_pixels.m11(), side = period * scale;
  const bool whole = to_pixels.type() <= QTransform::TxScale && to_pixels.m22() == scale && side == std::round(side);
  if (painter.paintEngine()->type() != QPaintEngine::Raster || !whole || side <= 0.0) return {};
  const QString key =
      QStringLiteral("pattern %1 %2 %3")
          .arg(QString::number(static_cast<int>(fill)), over.name(QColor::HexArgb), QString::number(side));
  QPixmap tile;
  if (!QPixmapCache::find(key, &tile)) {
    tile = QPixmap(QSizeF(side, side).toSize());
    tile.fill(Qt::transparent);
    QPainter at_tile(&tile);
    at_tile.setRenderHint(QPainter::Antialiasing);
    at_tile.scale(scale, scale);
    draw_pattern(at_tile, {0, 0, period, period}, fill, over);
    at_tile.end();
    QPixmapCache::insert(key, tile);
  }
  QBrush brush(tile);
  brush.setTransform(QTransform::fromScale(1 / scale, 1 / scale));
  return brush;
}

}  // namespace

void fill_shape(QPainter& painter, const QPainterPath& shape, const QColor& color, Fill fill, const QColor& card) {
  painter.fillPath(shape, color);
  if (fill == Fill::plain) return;
  QColor over = card;
  over.setAlphaF(0.75F);
  if (const std::optional<QBrush> pattern = pattern_brush(painter, fill, over)) {
    painter.fillPath(shape, *pattern);
    return;
  }
  painter.save();
  painter.setClipPath(shape, Qt::IntersectClip);
  draw_pattern(painter, shape.boundingRect(), fill, over);
  painter.restore();
}

Qt::PenStyle pen_style(LineStyle style) {
  switch (style) {
    case LineStyle::dashed:
      return Qt::DashLine;
    case LineStyle::dotted:
      return Qt::DotLine;
    case LineStyle::none:
      return Qt::NoPen;
    case LineStyle::solid:
      break;
  }
  return Qt::SolidLine;
}

void paint_marker(QPainter& painter, Marker marker, const QPointF& at, qreal r, const QColor& color,
                  const QColor& card) {
  if (marker == Marker::none) return;
  painter.setPen(QPen(card, r > 4 ? 1.2 : 0.9));
  painter.setBrush(color);
  switch (marker) {
    case Marker::circle:
      painter.drawEllipse(at, r, r);
      break;
    case Marker::square:
      painter.drawRect(QRectF(at.x() - r * 0.9, at.y() - r * 0.9, 1.8 * r, 1.8 * r));
      break;
    case Marker::triangle:
      painter.drawPolygon(
          QPolygonF({at + QPointF(0, -1.25 * r), at + QPointF(1.15 * r, 0.85 * r), at + QPointF(-1.15 * r, 0.85 * r)}));
      break;
    case Marker::diamond:
      painter.drawPolygon(QPolygonF(
          {at + QPointF(0, -1.3 * r), at + QPointF(1.3 * r, 0), at + QPointF(0, 1.3 * r), at + QPointF(-1.3 * r, 0)}));
      break;
    case Marker::cross:
      painter.setPen(QPen(color, 0.7 * r));
      painter.drawLine(at - QPointF(r, r), at + QPointF(r, r));
      painter.drawLine(at + QPointF(-r, r), at + QPointF(r, -r));
      break;
    case Marker::none:
      break;
  }
}

void paint_bars(QPainter& painter, const Chart& data, const MarkContext& context) {
  if (data.bars.empty()) return;
  painter.save();
  painter.setClipRect(context.plot);
  const auto hidden = [](const BarSeries& bar) { return bar.muted; };
  const auto drawn =
      static_cast<double>(data.bars.size()) - static_cast<double>(std::ranges::count_if(data.bars, hidden));
  const double groups = data.stacked ? 1.0 : std::max(1.0, drawn);
  const double width = 0.72 / groups;
  double place = 0;
  std::vector<double> base(data.categories.size(), 0.0);
  for (const BarSeries& bar : data.bars) {
    if (hidden(bar)) continue;
    const double offset = data.stacked ? 0.0 : width * place++;
    const QColor color = series_color(context.theme, bar.color);
    for (std::size_t i = 0; i < std::min(bar.values.size(), base.size()); ++i) {
      if (!std::isfinite(bar.values[i])) continue;
      const double from = data.stacked ? base[i] : 0.0;
      const double left = static_cast<double>(i) - 0.36 + offset;
      const QPointF top_left = context.position(left, from + bar.values[i]);
      const QPointF bottom_right = context.position(left + width, from);
      // Cut here: SVG files do not know clipping, and the 0 of a logarithmic axis lies far below.
      QRectF rect = QRectF(top_left, bottom_right).normalized() & context.plot;
      if (rect.width() > 6) rect.adjust(0.75, 0, -0.75, 0);
      painter.setBrush(bar_brush(color, bar.color.shade));
      painter.setPen(bar.color.shade > 0 ? QPen(color, 1) : QPen(Qt::NoPen));
      if (!rect.isEmpty()) painter.drawRect(rect);
      if (!rect.isEmpty() && bar.fill != Fill::plain) {
        QPainterPath shape;
        shape.addRect(rect);
        fill_shape(painter, shape, color, bar.fill, context.theme.card);
      }
      if (i < bar.error_low.size() && i < bar.error_high.size()) {
        painter.setPen(QPen(context.theme.text, 1.2));
        const double middle = left + width / 2;
        paint_error_bar(painter, context.position(middle, bar.error_low[i]),
                        context.position(middle, bar.error_high[i]), std::min(4.0, rect.width() / 3), context.plot);
      }
      if (data.stacked) base[i] += bar.values[i];
    }
  }
  painter.restore();
}

void paint_markers(QPainter& painter, const Chart& data, const MarkContext& context) {
  const qreal radius = 1.7 * context.theme.chart_line;
  const QRectF visible = context.plot.adjusted(-radius, -radius, radius, radius);
  for (const ChartSeries& s : data.lines) {
    const bool errors = s.error_low.size() == s.y.size() && s.error_high.size() == s.y.size() && !s.y.empty();
    const bool ring = s.highlight >= 0 && static_cast<std::size_t>(s.highlight) < s.y.size();
    if (s.marker == Marker::none && !errors && !ring) continue;
    const QColor color = series_color(context.theme, s.color);
    double last_x = -1e9;
    for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
      if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i])) continue;
      const QPointF at = context.position(s.x[i], s.y[i]);
      const bool highlighted = ring && static_cast<std::size_t>(s.highlight) == i;
      if (!visible.contains(at)) continue;
      if (errors) {
        painter.setPen(QPen(color, 1.3));
        paint_error_bar(painter, context.position(s.x[i], s.error_low[i]), context.position(s.x[i], s.error_high[i]),
                        3.5, context.plot);
      }
      if (highlighted) {
        painter.setPen(QPen(color, std::max(1.5, 0.75 * context.theme.chart_line)));
        painter.setBrush(context.theme.card);
        painter.drawEllipse(at, 2.1 * radius, 2.1 * radius);
      }
      if (at.x() - last_x < 3 * radius && !highlighted) continue;  // hundreds of epochs: not a caterpillar
      last_x = at.x();
      paint_marker(painter, s.marker, at, radius, color, context.theme.card);
    }
  }
}

void paint_notes(QPainter& painter, const Chart& data, const MarkContext& context) {
  const Theme& theme = context.theme;
  const QRectF& plot = context.plot;
  QFont font = painter.font();
  font.setPointSizeF(theme.small_pt);
  painter.setFont(font);
  constexpr qreal gap = 5, least_width = 80;
  for (const ChartNote& note : data.notes) {
    const QPointF at =
        note.across ? QPointF(plot.left(), context.position(0.0, note.y).y()) : context.position(note.x, note.y);
    if (!plot.adjusted(-1, -1, 1, 1).contains(at)) continue;
    const QString text = QString::fromStdString(note.text);
    const qreal most = note.across ? plot.width() - 2 * gap : std::max(least_width, 0.4 * plot.width());
    QRectF box = QFontMetricsF(font).boundingRect(QRectF(0, 0, most, plot.height()), Qt::TextWordWrap, text);
    box.adjust(-gap, -2, gap, 2);
    // Above and to the right, or on the other side where the plot ends.
    const bool left = !note.across && at.x() + gap + box.width() > plot.right();
    const bool below = at.y() - gap - box.height() < plot.top();
    box.moveTopLeft(
        {left ? at.x() - gap - box.width() : at.x() + gap, below ? at.y() + gap : at.y() - gap - box.height()});
    painter.setPen(QPen(theme.text, 1.3, note.across ? Qt::DashLine : Qt::SolidLine));
    if (note.across) painter.drawLine(at, QPointF(plot.right(), at.y()));
    painter.setBrush(theme.text);
    if (!note.across) painter.drawEllipse(at, 2.5, 2.5);
    painter.setPen(QPen(theme.control, 1));
    painter.setBrush(theme.card);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme.text);
    painter.drawText(box.adjusted(gap, 2, -gap, -2), Qt::TextWordWrap, text);
  }
}

QPixmap marker_pixmap(Marker marker, const SeriesColor& color, int size, qreal radius, const Theme& theme) {
  constexpr int scale = 2;
  QPixmap pixmap(size * scale, size * scale);
  pixmap.setDevicePixelRatio(scale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  paint_marker(painter, marker, QPointF(size / 2.0, size / 2.0), radius, series_color(theme, color), theme.card);
  return pixmap;
}

LegendLayout lay_out_legend(const Chart& data, const Theme& theme, const QRectF& area, int rows) {
  LegendLayout layout;
  const std::vector<LegendEntry> entries = legend_entries(data);
  if (entries.empty()) return layout;
  const QFontMetricsF metrics(chart_font(theme.small_pt));
  const qreal sample = 8 * theme.chart_line + 3, gap = 4, between = 11, row_height = std::ceil(metrics.height()) + 3;
  qreal x = area.left(), y = area.top();
  int row = 1;
  const qreal of_rest = metrics.horizontalAdvance(QStringLiteral("+00"));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const LegendEntry& entry = entries[i];
    const qreal sample_width = entry.bar ? theme.px(10) + 2 : sample;
    qreal text_width = metrics.horizontalAdvance(entry.name) + 2;
    // The last row leaves room for the number of those that there is none for.
    const auto right = [&] { return area.right() - (row == rows && i + 1 < entries.size() ? between + of_rest : 0.0); };
    if (x > area.left() && x + sample_width + gap + text_width > right()) {
      if (row == rows) {
        layout.rest = {x, y};
        layout.left_out = entries.size() - layout.boxes.size();
        break;
      }
      ++row;
      x = area.left();
      y += row_height;
    }
    text_width = std::min(text_width, right() - x - sample_width - gap);
    layout.boxes.push_back({QRectF(x, y, sample_width, row_height),
                            QRectF(x + sample_width + gap, y, text_width, row_height), entry.key, entry.muted});
    x += sample_width + gap + text_width + between;
  }
  layout.height = y + row_height - area.top();
  return layout;
}

void paint_legend(QPainter& painter, const Chart& data, const Theme& theme, const LegendLayout& layout) {
  const std::vector<LegendEntry> entries = legend_entries(data);
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    painter.setFont(chart_font(theme.small_pt));
    paint_entry(painter, entries[i], theme, layout.boxes[i].sample, layout.boxes[i].text);
  }
  if (layout.left_out == 0) return;
  painter.setFont(chart_font(theme.small_pt));
  painter.setPen(theme.quiet);
  painter.drawText(QRectF(layout.rest, QSizeF(40, QFontMetricsF(painter.font()).height() + 3)),
                   Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("+%1").arg(layout.left_out));
}

}  // namespace mlplab
