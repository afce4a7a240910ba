// Rules kept here (measured, see docs): `append` rebuilds a path each time, so one `replace` a series and frame; an
// axis is touched only when its limits move; at most two points a pixel column; no animation, no OpenGL.
#include "ui/charts/chart_plot.h"

#include <QGraphicsLayout>
#include <QGuiApplication>
#include <QLocale>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QValueAxis>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/reporting/ticks.h"
#include "ui/charts/chart_curves.h"
#include "ui/charts/chart_limits.h"
#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_ring.h"

namespace mlplab {

namespace {

constexpr double slant_degrees = 32.0, slant_sine = 0.53,
                 slant_cosine = 0.85;  // names that do not fit side by side
constexpr int widest_slanted = 130;    // px

QString tick_label(double value) { return QLocale().toString(value, 'g', 6); }

QFont chart_font(double points, bool bold = false) {
  QFont font = QGuiApplication::font();
  font.setPointSizeF(points);
  font.setBold(bold);
  return font;
}

}  // namespace

QColor series_color(const Theme& theme, const SeriesColor& color) {
  if (color.index < 0) return theme.quiet;
  const QColor base = theme.series_color(color.index);
  // Beyond the palette the colours come again, standing off more strongly.
  const int round = theme.series.empty() ? 0 : color.index / static_cast<int>(theme.series.size());
  const double mix = std::min(0.6, 0.3 * (color.shade + round));
  const auto channel = [&](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * mix)); };
  return {channel(base.red(), theme.text.red()), channel(base.green(), theme.text.green()),
          channel(base.blue(), theme.text.blue())};
}

struct ChartPlot::Parts {
  class Marks;

  QChart* chart = nullptr;
  Marks* marks = nullptr;
  QAbstractAxis* axis_x = nullptr;
  QAbstractAxis* axis_y = nullptr;
  TickScale scale_x, scale_y;
  ChartRange reach;  // as far as there is anything to see
  std::optional<ChartRange> zoom;
  std::vector<QLineSeries*> series;
  ChartData data;
  Theme theme = light_theme();
  QSizeF size{400, 240};
  bool complete = false;

  QPointF position(double x, double y) const;
  double fraction(const ChartAxis& axis, const TickScale& scale, double value) const;
  void make_axis(QAbstractAxis*& axis, const ChartAxis& spec, Qt::Alignment side);
  void style_axis(QAbstractAxis* axis, bool horizontal);
  void set_axis(QAbstractAxis* axis, const ChartAxis& spec, const TickScale& scale);
  void update_axes();
  void update_series();
  void update_margins();
  void place_category_labels(QPainter& painter);
  bool slanted_categories() const;
  qreal slanted_height() const;
  void place_log_labels(QPainter& painter);
  void place_titles(QPainter& painter, qreal bottom);
  qreal log_label_width() const;
  qreal caption_height() const;
};

/// Painted over the curves; its coordinates are the chart's.
class ChartPlot::Parts::Marks : public QGraphicsItem {
 public:
  Marks(Parts& parts, QGraphicsItem* parent) : QGraphicsItem(parent), parts_(parts) { setZValue(100); }
  QRectF boundingRect() const override { return {QPointF(), parts_.size}; }
  void resized() { prepareGeometryChange(); }

  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
    painter->setRenderHint(QPainter::Antialiasing);
    const Theme& theme = parts_.theme;
    const QRectF plot = parts_.chart->plotArea();
    const MarkContext context{theme, plot, [this](double x, double y) { return parts_.position(x, y); }};
    if (parts_.data.ring.empty()) {
      paint_bars(*painter, parts_.data, context);
      if (parts_.complete) paint_curves(*painter, parts_.data, context);
      if (!parts_.zoom) paint_outside(*painter, parts_.data, context, parts_.scale_y.min, parts_.scale_y.max);
      paint_markers(*painter, parts_.data, context);
      if (!parts_.data.bars.empty()) parts_.place_category_labels(*painter);
      parts_.place_log_labels(*painter);
    }
    qreal top = 0;
    if (parts_.complete) {
      painter->setFont(chart_font(theme.font_pt + 2, true));
      painter->setPen(theme.text);
      const QFontMetricsF bold(painter->font());
      painter->drawText(QPointF(10, 10 + bold.ascent()), parts_.data.title);
      const qreal x = 10 + bold.horizontalAdvance(parts_.data.title) + 8;
      painter->setFont(chart_font(theme.font_pt));
      painter->setPen(theme.quiet);
      painter->drawText(QPointF(x, 10 + bold.ascent()), unit_words(parts_.data));
      top = 16 + bold.height();
      painter->setFont(chart_font(theme.small_pt));
      const qreal height = parts_.caption_height();
      const QRectF caption(10, parts_.size.height() - height - 8, parts_.size.width() - 20, height + 2);
      painter->drawText(caption, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, parts_.data.caption);
      if (parts_.data.ring.empty()) parts_.place_titles(*painter, caption.top() - 4);
    }
    if (!parts_.data.ring.empty()) {
      const qreal foot = parts_.complete ? parts_.caption_height() + 12 : 0;
      paint_ring(*painter, parts_.data, theme,
                 QRectF(8, top, parts_.size.width() - 16, parts_.size.height() - top - foot - 4));
      return;
    }
    paint_legend(*painter, parts_.data, theme, legend(top));
  }

  LegendLayout legend(qreal top) const {
    return lay_out_legend(parts_.data, parts_.theme, legend_area(top), legend_rows());
  }

 private:
  QRectF legend_area(qreal top) const {
    const qreal left = parts_.complete ? 10 : 4;
    return {left, top, parts_.size.width() - left - 6, 60};
  }
  int legend_rows() const { return parts_.complete ? 6 : 3; }

  Parts& parts_;
};

double ChartPlot::Parts::fraction(const ChartAxis& axis, const TickScale& scale, double value) const {
  if (axis.logarithmic) return std::log(std::max(value, scale.min) / scale.min) / std::log(scale.max / scale.min);
  return (value - scale.min) / (scale.max - scale.min);
}

QPointF ChartPlot::Parts::position(double x, double y) const {
  const QRectF plot = chart->plotArea();
  return {plot.left() + fraction(data.x, scale_x, x) * plot.width(),
          plot.bottom() - fraction(data.y, scale_y, y) * plot.height()};
}

/// Words that do not fit side by side are slanted: unlike numbers, none of them can be guessed from its neighbours.
bool ChartPlot::Parts::slanted_categories() const {
  if (data.categories.isEmpty() || data.categories.size() > 40) return false;
  bool words = false;
  qreal widest = 0;
  const QFontMetricsF metrics(chart_font(theme.small_pt));
  for (const QString& name : data.categories) {
    bool number = false;
    (void)name.toDouble(&number);
    words = words || !number;
    widest = std::max(widest, metrics.horizontalAdvance(name));
  }
  return words && (widest + 8) * static_cast<double>(data.categories.size()) > size.width() - 60;
}

qreal ChartPlot::Parts::slanted_height() const {
  const QFontMetricsF metrics(chart_font(theme.small_pt));
  qreal widest = 0;
  for (const QString& name : data.categories) widest = std::max(widest, metrics.horizontalAdvance(name));
  return std::min(0.4 * size.height(), slant_sine * std::min<double>(widest, theme.px(widest_slanted)) + 4);
}

/// Category names under the bars, numbers every n-th when they are many; Qt Charts would cut them off.
void ChartPlot::Parts::place_category_labels(QPainter& painter) {
  const QFont font = chart_font(theme.small_pt);
  const QFontMetricsF metrics(font);
  const QRectF plot = chart->plotArea();
  painter.setFont(font);
  painter.setPen(theme.quiet);
  if (slanted_categories()) {
    const qreal longest = std::min<double>(theme.px(widest_slanted), slanted_height() / slant_sine);
    for (int i = 0; i < data.categories.size(); ++i) {
      const QPointF at = position(i, scale_y.min);
      if (at.x() < plot.left() || at.x() > plot.right()) continue;
      const QPointF end(at.x() + metrics.height() / 3, plot.bottom() + 6);
      const qreal room = std::min(longest, end.x() / slant_cosine);  // the first ones end at the picture's edge
      painter.save();
      painter.translate(end);
      painter.rotate(-slant_degrees);
      const QString name = metrics.elidedText(data.categories[i], Qt::ElideRight, room);
      painter.drawText(QRectF(-longest, 0, longest, metrics.height()), Qt::AlignRight | Qt::AlignTop, name);
      painter.restore();
    }
    return;
  }
  qreal widest = 0;
  for (const QString& name : data.categories) widest = std::max(widest, metrics.horizontalAdvance(name));
  const double room = plot.width() / std::max<double>(1, static_cast<double>(data.categories.size()));
  const int needed = static_cast<int>(std::ceil((widest + 8) / room));
  int every = 1;
  for (const int candidate : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
    every = candidate;
    if (candidate >= needed) break;
  }
  for (int i = 0; i < data.categories.size(); ++i) {
    if (every > 1 && (i + 1) % every != 0) continue;  // 5, 10, 15…: categories count from one
    const QPointF at = position(i, scale_y.min);
    if (at.x() < plot.left() || at.x() > plot.right()) continue;
    const qreal half = std::max(60.0, widest);
    painter.drawText(QRectF(at.x() - half, plot.bottom() + 5, 2 * half, metrics.height()),
                     Qt::AlignHCenter | Qt::AlignTop, data.categories[i]);
  }
}

/// In files. Qt Charts would put them where the labels of logarithmic axes and slanted names are.
void ChartPlot::Parts::place_titles(QPainter& painter, qreal bottom) {
  const QFont font = chart_font(theme.small_pt);
  const QFontMetricsF metrics(font);
  const QRectF plot = chart->plotArea();
  painter.setFont(font);
  painter.setPen(theme.quiet);
  painter.drawText(QRectF(plot.left(), bottom - metrics.height(), plot.width(), metrics.height()), Qt::AlignCenter,
                   data.x.label());
  painter.save();
  painter.translate(6 + metrics.height() / 2, plot.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-plot.height(), -metrics.height() / 2, 2 * plot.height(), metrics.height()), Qt::AlignCenter,
                   data.y.label());
  painter.restore();
}

/// A caption of many runs takes several lines.
qreal ChartPlot::Parts::caption_height() const {
  const QFontMetricsF metrics(chart_font(theme.small_pt));
  return metrics.boundingRect(QRectF(0, 0, size.width() - 20, 1e4), Qt::TextWordWrap, data.caption).height();
}

qreal ChartPlot::Parts::log_label_width() const {
  if (!data.y.logarithmic) return 0;
  const QFontMetricsF metrics(chart_font(theme.small_pt));
  qreal widest = 0;
  for (const double value : powers_within(scale_y)) {
    widest = std::max(widest, metrics.horizontalAdvance(tick_label(value)));
  }
  return widest + 8;
}

/// Qt Charts leaves the labels of a logarithmic axis out when the axis is made while the chart is shown.
void ChartPlot::Parts::place_log_labels(QPainter& painter) {
  const QFont font = chart_font(theme.small_pt);
  const QFontMetricsF metrics(font);
  const QRectF plot = chart->plotArea();
  painter.setFont(font);
  painter.setPen(theme.quiet);
  // The first and the last at least: a single label tells no scale.
  const auto every_of = [](std::size_t count, qreal step, qreal needed) {
    if (count < 2) return std::size_t{1};
    return std::min(count - 1, static_cast<std::size_t>(std::ceil(needed / step)));
  };
  const auto step_of = [&](const ChartAxis& axis, const TickScale& scale, const std::vector<double>& ticks) {
    return ticks.size() < 2 ? 0.0 : fraction(axis, scale, ticks[1]) - fraction(axis, scale, ticks[0]);
  };
  if (data.y.logarithmic) {
    const std::vector<double> ticks = powers_within(scale_y);
    const std::size_t every =
        every_of(ticks.size(), step_of(data.y, scale_y, ticks) * plot.height(), 1.6 * metrics.height());
    for (std::size_t i = 0; i < ticks.size(); i += every) {
      const qreal y = plot.bottom() - fraction(data.y, scale_y, ticks[i]) * plot.height();
      const qreal width = std::max(100.0, log_label_width()), height = metrics.height();
      painter.drawText(QRectF(plot.left() - width - 6, y - height / 2, width, height),
                       Qt::AlignRight | Qt::AlignVCenter, tick_label(ticks[i]));
    }
  }
  if (data.x.logarithmic) {
    const std::vector<double> ticks = powers_within(scale_x);
    const std::size_t every = every_of(ticks.size(), step_of(data.x, scale_x, ticks) * plot.width(),
                                       metrics.horizontalAdvance(tick_label(scale_x.max)) + 12);
    for (std::size_t i = 0; i < ticks.size(); i += every) {
      const qreal half = metrics.horizontalAdvance(tick_label(ticks[i])) / 2 + 1;
      const qreal x = std::min(plot.left() + fraction(data.x, scale_x, ticks[i]) * plot.width(), size.width() - half);
      painter.drawText(QRectF(x - half, plot.bottom() + 5, 2 * half, metrics.height()), Qt::AlignHCenter | Qt::AlignTop,
                       tick_label(ticks[i]));
    }
  }
}

void ChartPlot::Parts::make_axis(QAbstractAxis*& axis, const ChartAxis& spec, Qt::Alignment side) {
  const bool is_log = qobject_cast<QLogValueAxis*>(axis) != nullptr;
  if (axis && is_log == spec.logarithmic) return;
  if (axis) {
    // Its parts in the scene are deleted 'later': not before the program's end where that is asked for before its event
    // loop runs. Until then they are not seen.
    axis->setVisible(false);
    chart->removeAxis(axis);
    delete axis;
  }
  axis = spec.logarithmic ? static_cast<QAbstractAxis*>(new QLogValueAxis) : new QValueAxis;
  chart->addAxis(axis, side);
  for (QLineSeries* s : series) s->attachAxis(axis);
  style_axis(axis, side == Qt::AlignBottom);
}

void ChartPlot::Parts::style_axis(QAbstractAxis* axis, bool horizontal) {
  axis->setLabelsFont(chart_font(theme.small_pt));
  axis->setLabelsColor(theme.quiet);
  axis->setGridLineVisible(!horizontal);
  axis->setGridLinePen(QPen(theme.line, 1));
  axis->setMinorGridLineVisible(false);
  axis->setLineVisible(horizontal);
  axis->setLinePen(QPen(theme.control, 1));
  axis->setTitleVisible(false);
  axis->setVisible(data.ring.empty());
  // Bars have their category names instead; the axis keeps their room.
  if (horizontal && !data.categories.isEmpty()) axis->setLabelsColor(Qt::transparent);
}

void ChartPlot::Parts::set_axis(QAbstractAxis* axis, const ChartAxis& spec, const TickScale& scale) {
  if (auto* log_axis = qobject_cast<QLogValueAxis*>(axis)) {
    log_axis->setBase(scale.step);
    log_axis->setLabelsVisible(false);
    log_axis->setRange(scale.min, scale.max);
    return;
  }
  auto* value_axis = qobject_cast<QValueAxis*>(axis);
  value_axis->setLabelFormat(QStringLiteral("%.%1f").arg(scale.decimals));
  const double ticks = (scale.max - scale.min) / scale.step;
  const bool even = std::abs(ticks - std::round(ticks)) < 1e-6;
  value_axis->setTickType(even ? QValueAxis::TicksFixed : QValueAxis::TicksDynamic);
  if (even) {
    value_axis->setTickCount(static_cast<int>(std::lround(ticks)) + 1);
  } else {
    value_axis->setTickAnchor(std::ceil(scale.min / scale.step - 1e-9) * scale.step);
    value_axis->setTickInterval(scale.step);
  }
  value_axis->setRange(scale.min, scale.max);
  (void)spec;
}

void ChartPlot::Parts::update_axes() {
  make_axis(axis_x, data.x, Qt::AlignBottom);
  make_axis(axis_y, data.y, Qt::AlignLeft);
  const auto scale_of = [&](const ChartAxis& axis, const ChartLimits& limits, int wanted, bool exact) {
    const double lo = axis.min.value_or(limits.valid() ? limits.lo : 0);
    const double hi = axis.max.value_or(limits.valid() ? limits.hi : 1);
    if (axis.logarithmic) return logarithmic_ticks(lo, hi, axis.log_base, !data.bars.empty());
    return exact ? ticks_inside(lo, hi, wanted, axis.integers) : round_ticks(lo, hi, wanted, axis.integers);
  };
  const double line_height = QFontMetricsF(chart_font(theme.small_pt)).height();
  const int wanted_y = std::clamp(static_cast<int>(size.height() / (3.2 * line_height)), 2, 6);
  const int wanted_x = std::clamp(static_cast<int>(size.width() / (4.5 * line_height)), 3, 10);
  const ChartLimits all_x = x_limits(data), all_y = y_limits(data);
  TickScale x = scale_of(data.x, all_x, wanted_x, !data.categories.isEmpty() || (data.x.min && data.x.max));
  TickScale y = scale_of(data.y, all_y, wanted_y, false);
  reach = {x.min, x.max, y.min, y.max};
  if (all_y.valid() && (!data.y.logarithmic || all_y.lo > 0)) {
    reach.y_min = std::min(reach.y_min, all_y.lo);
    reach.y_max = std::max(reach.y_max, all_y.hi);
  }
  if (zoom) {
    const auto narrow = [](TickScale& scale, const ChartAxis& axis, double lo, double hi, int wanted) {
      const double step = scale.step;
      scale = ticks_inside(lo, hi, wanted, axis.integers && hi - lo >= 2.0);
      if (axis.logarithmic) scale.step = step;
    };
    narrow(x, data.x, zoom->x_min, zoom->x_max, wanted_x);
    narrow(y, data.y, zoom->y_min, zoom->y_max, wanted_y);
  }
  const auto differs = [](const TickScale& a, const TickScale& b) {
    return a.min != b.min || a.max != b.max || a.step != b.step || a.decimals != b.decimals;
  };
  if (differs(x, scale_x)) set_axis(axis_x, data.x, scale_x = x);
  if (differs(y, scale_y)) set_axis(axis_y, data.y, scale_y = y);
}

void ChartPlot::Parts::update_series() {
  while (series.size() > data.lines.size()) {
    chart->removeSeries(series.back());
    delete series.back();
    series.pop_back();
  }
  while (series.size() < data.lines.size()) {
    auto* line = new QLineSeries;
    chart->addSeries(line);
    line->attachAxis(axis_x);
    line->attachAxis(axis_y);
    series.push_back(line);
  }
  const int columns = std::max(50, static_cast<int>(size.width()));
  for (std::size_t i = 0; i < series.size(); ++i) {
    const ChartSeries& s = data.lines[i];
    const QPen pen(series_color(theme, s.color), theme.chart_line, pen_style(s.line), Qt::FlatCap, Qt::RoundJoin);
    if (series[i]->pen() != pen) series[i]->setPen(pen);
    // Zoomed in, as fine as all of it would be at this size.
    const double finer = std::clamp((reach.x_max - reach.x_min) / (scale_x.max - scale_x.min), 1.0, 64.0);
    std::vector<QPointF> kept =
        decimate(s.x, s.y, reach.x_min, reach.x_max, static_cast<int>(std::lround(columns * finer)));
    // In files they are our own (chart_curves.h): Qt Charts cuts them by clipping, which SVG files do not know.
    if (complete) kept.clear();
    if (data.x.logarithmic) std::erase_if(kept, [](const QPointF& p) { return p.x() <= 0; });
    if (data.y.logarithmic) std::erase_if(kept, [](const QPointF& p) { return p.y() <= 0; });
    const QList<QPointF> points(kept.begin(), kept.end());
    if (series[i]->points() != points) series[i]->replace(points);
  }
}

void ChartPlot::Parts::update_margins() {
  const QFontMetricsF bold(chart_font(theme.font_pt + 2, true)), small(chart_font(theme.small_pt));
  const qreal head = complete ? 16 + bold.height() : 0;
  const qreal legend = marks->legend(head).height;
  const qreal foot = (complete ? caption_height() + 12 + small.height() + 2 : 0) +
                     (data.x.logarithmic ? small.height() + 4 : 0) +
                     (slanted_categories() ? slanted_height() - small.height() / 2 : 0);
  // A marker at the end of the axis is whole.
  const int right = std::max(complete ? 14 : 8, static_cast<int>(1.7 * theme.chart_line) + 4);
  const QMargins margins((complete ? 8 + static_cast<int>(small.height()) : 0) + static_cast<int>(log_label_width()),
                         static_cast<int>(std::ceil(head + legend + (data.y.logarithmic ? 12 : 4))), right,
                         static_cast<int>(foot));
  if (chart->margins() != margins) chart->setMargins(margins);
}

ChartPlot::ChartPlot(QGraphicsScene* scene) : parts_(std::make_unique<Parts>()) {
  parts_->chart = new QChart;
  scene->addItem(parts_->chart);
  parts_->chart->setBackgroundVisible(false);
  parts_->chart->setPlotAreaBackgroundVisible(false);
  parts_->chart->legend()->hide();
  parts_->chart->setAnimationOptions(QChart::NoAnimation);
  parts_->chart->setLocalizeNumbers(true);
  parts_->chart->setLocale(QLocale());
  parts_->chart->layout()->setContentsMargins(0, 0, 0, 0);
  parts_->chart->setAcceptedMouseButtons(Qt::NoButton);
  parts_->marks = new Parts::Marks(*parts_, parts_->chart);
  set_data({});
}

ChartPlot::~ChartPlot() = default;  // the scene owns the items

void ChartPlot::set_data(const ChartData& data) {
  const bool restyle = data.ring.empty() != parts_->data.ring.empty() ||
                       data.categories.isEmpty() != parts_->data.categories.isEmpty() || data.x != parts_->data.x ||
                       data.y != parts_->data.y;
  const bool same_axes = data.x.title == parts_->data.x.title && data.y.label() == parts_->data.y.label() &&
                         data.x.logarithmic == parts_->data.x.logarithmic &&
                         data.y.logarithmic == parts_->data.y.logarithmic;
  if (!same_axes) parts_->zoom.reset();
  parts_->data = data;
  parts_->update_axes();
  parts_->update_series();
  if (restyle) {
    parts_->style_axis(parts_->axis_x, true);
    parts_->style_axis(parts_->axis_y, false);
  }
  parts_->update_margins();
  parts_->marks->update();
}

void ChartPlot::set_theme(const Theme& theme) {
  parts_->theme = theme;
  parts_->update_axes();
  parts_->style_axis(parts_->axis_x, true);
  parts_->style_axis(parts_->axis_y, false);
  parts_->update_series();
  parts_->update_margins();
  parts_->marks->update();
}

void ChartPlot::set_size(const QSizeF& size) {
  if (size == parts_->size && parts_->chart->size() == size) return;
  parts_->marks->resized();
  parts_->size = size;
  parts_->update_axes();
  parts_->update_series();
  parts_->update_margins();
  parts_->chart->resize(size);
}

void ChartPlot::set_complete(bool complete) {
  parts_->complete = complete;
  set_theme(parts_->theme);
}

QRectF ChartPlot::plot_area() const {
  parts_->chart->layout()->activate();
  return parts_->chart->plotArea();
}

QPointF ChartPlot::value_at(const QPointF& scene_position) const {
  const QRectF plot = parts_->chart->plotArea();
  const auto value = [](const ChartAxis& axis, const TickScale& s, double share) {
    return axis.logarithmic ? s.min * std::pow(s.max / s.min, share) : s.min + share * (s.max - s.min);
  };
  const double right = (scene_position.x() - plot.left()) / std::max(1.0, plot.width());
  const double up = (plot.bottom() - scene_position.y()) / std::max(1.0, plot.height());
  return {value(parts_->data.x, parts_->scale_x, right), value(parts_->data.y, parts_->scale_y, up)};
}

QPointF ChartPlot::position_of(double x, double y) const { return parts_->position(x, y); }

ChartRange ChartPlot::range() const {
  return {parts_->scale_x.min, parts_->scale_x.max, parts_->scale_y.min, parts_->scale_y.max};
}

bool ChartPlot::zoomed() const { return parts_->zoom.has_value(); }

void ChartPlot::zoom_to(const QRectF& scene) {
  constexpr double narrowest = 1e-4;  // of all that there is
  const auto fitted = [](const ChartAxis& axis, double& lo, double& hi, double least, double most) {
    const auto inner = [&](double v) { return axis.logarithmic ? std::log(v) : v; };
    const auto outer = [&](double v) { return axis.logarithmic ? std::exp(v) : v; };
    const double a = inner(least), b = inner(most);
    const double width = std::clamp(inner(hi) - inner(lo), narrowest * (b - a), b - a);
    const double from = std::clamp(inner(lo), a, b - width);
    const bool all = width > (b - a) * (1 - 1e-9);
    lo = all ? least : outer(from);
    hi = all ? most : outer(from + width);
    return !all;
  };
  const QPointF low = value_at(scene.bottomLeft()), high = value_at(scene.topRight());
  ChartRange wanted{low.x(), high.x(), low.y(), high.y()};
  const ChartRange& reach = parts_->reach;
  const bool less_x = fitted(parts_->data.x, wanted.x_min, wanted.x_max, reach.x_min, reach.x_max);
  const bool less_y = fitted(parts_->data.y, wanted.y_min, wanted.y_max, reach.y_min, reach.y_max);
  parts_->zoom.reset();
  if (less_x || less_y) {
    parts_->zoom = wanted;
  } else {
    parts_->update_axes();  // all of y may be more than its own limits show
    if (range() != reach) parts_->zoom = reach;
  }
  set_theme(parts_->theme);
}

void ChartPlot::zoom_out() {
  if (!parts_->zoom) return;
  parts_->zoom.reset();
  set_theme(parts_->theme);
}

int ChartPlot::legend_key_at(const QPointF& scene_position) const {
  if (!parts_->data.ring.empty()) return -1;
  for (const LegendLayout::Box& box : parts_->marks->legend(0).boxes) {
    if (box.whole().contains(scene_position)) return box.key;
  }
  return -1;
}

const ChartData& ChartPlot::data() const { return parts_->data; }

}  // namespace mlplab
