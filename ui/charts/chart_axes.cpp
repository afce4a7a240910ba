// The axes of a chart and what is written at them: categories, titles, labels of logarithmic axes.
#include <QPainter>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QValueAxis>
#include <QtMath>
#include <algorithm>
#include <cmath>

#include "core/reporting/chart.h"
#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_plot_parts.h"
#include "ui/charts/chart_words.h"

namespace mlplab {

namespace {

constexpr double least_slant = 0.56;  // rad, of names that do not fit side by side
constexpr int widest_slanted = 130;   // px

QString category_name(const Chart& chart, int category) {
  return QString::fromStdString(chart.categories[static_cast<std::size_t>(category)]);
}

qreal widest_category(const Chart& chart, const QFontMetricsF& metrics) {
  qreal widest = 0;
  for (const std::string& name : chart.categories)
    widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(name)));
  return widest;
}

}  // namespace

double ChartPlot::Parts::fraction(const ChartAxis& axis, const TickScale& scale, double value) const {
  // 0 is infinitely far below: somewhere outside.
  if (axis.logarithmic)
    return std::log(std::max(value, 1e-3 * scale.min) / scale.min) / std::log(scale.max / scale.min);
  return (value - scale.min) / (scale.max - scale.min);
}

QPointF ChartPlot::Parts::position(double x, double y) const {
  const QRectF plot = chart->plotArea();
  return {plot.left() + fraction(data.x, scale_x, x) * plot.width(),
          plot.bottom() - fraction(data.y, scale_y, y) * plot.height()};
}

/// Words that do not fit side by side are slanted: unlike numbers, none of them can be guessed from its neighbours.
bool ChartPlot::Parts::slanted_categories() const {
  if (data.categories.empty() || data.categories.size() > 40) return false;
  const bool words = std::ranges::any_of(data.categories, [](const std::string& name) {
    bool number = false;
    (void)QString::fromStdString(name).toDouble(&number);
    return !number;
  });
  return words && widest_category(data, QFontMetricsF(chart_font(theme.small_pt))) + 8 > category_room();
}

qreal ChartPlot::Parts::category_room() const {
  return (size.width() - 60) / std::max<double>(1, static_cast<double>(data.categories.size()));
}

/// Lines of text keep clear of one another where the sine is their height over the room for each.
double ChartPlot::Parts::slant() const {
  const qreal height = QFontMetricsF(chart_font(theme.small_pt)).height();
  return std::max(least_slant, std::asin(std::min(1.0, height / category_room())));
}

qreal ChartPlot::Parts::slanted_height() const {
  const qreal widest = widest_category(data, QFontMetricsF(chart_font(theme.small_pt)));
  return std::min(0.4 * size.height(), std::sin(slant()) * std::min<double>(widest, theme.px(widest_slanted)) + 4);
}

/// Category names under the bars, numbers every n-th when they are many; Qt Charts would cut them off.
void ChartPlot::Parts::place_category_labels(QPainter& painter) {
  const QFont font = chart_font(theme.small_pt);
  const QFontMetricsF metrics(font);
  const QRectF plot = chart->plotArea();
  painter.setFont(font);
  painter.setPen(theme.quiet);
  if (slanted_categories()) {
    const double sine = std::sin(slant()), cosine = std::cos(slant());
    const qreal longest = std::min<double>(theme.px(widest_slanted), slanted_height() / sine);
    for (int i = 0; i < static_cast<int>(data.categories.size()); ++i) {
      const QPointF at = position(i, scale_y.min);
      if (at.x() < plot.left() || at.x() > plot.right()) continue;
      const QPointF end(at.x() + (0.7 * cosine - 0.5 * sine) * metrics.height(), plot.bottom() + 6);
      const qreal room = std::min(longest, end.x() / std::max(0.01, cosine));  // the first ones end at the image's edge
      painter.save();
      painter.translate(end);
      painter.rotate(-qRadiansToDegrees(slant()));
      const QString name = metrics.elidedText(category_name(data, i), Qt::ElideRight, room);
      painter.drawText(QRectF(-longest, 0, longest, metrics.height()), Qt::AlignRight | Qt::AlignTop, name);
      painter.restore();
    }
    return;
  }
  const qreal widest = widest_category(data, metrics);
  const double room = plot.width() / std::max<double>(1, static_cast<double>(data.categories.size()));
  const int needed = static_cast<int>(std::ceil((widest + 8) / room));
  int every = 1;
  for (const int candidate : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
    every = candidate;
    if (candidate >= needed) break;
  }
  for (int i = 0; i < static_cast<int>(data.categories.size()); ++i) {
    if (every > 1 && (i + 1) % every != 0) continue;  // 5, 10, 15…: categories count from one
    const QPointF at = position(i, scale_y.min);
    if (at.x() < plot.left() || at.x() > plot.right()) continue;
    const qreal half = std::max(60.0, widest);
    painter.drawText(QRectF(at.x() - half, plot.bottom() + 5, 2 * half, metrics.height()),
                     Qt::AlignHCenter | Qt::AlignTop, category_name(data, i));
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
                   QString::fromStdString(data.x.label()));
  painter.save();
  painter.translate(6 + metrics.height() / 2, plot.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-plot.height(), -metrics.height() / 2, 2 * plot.height(), metrics.height()), Qt::AlignCenter,
                   QString::fromStdString(data.y.label()));
  painter.restore();
}

/// A caption of many runs takes several lines.
qreal ChartPlot::Parts::caption_height() const {
  const QFontMetricsF metrics(chart_font(theme.small_pt));
  return metrics
      .boundingRect(QRectF(0, 0, size.width() - 20, 1e4), Qt::TextWordWrap, QString::fromStdString(data.caption))
      .height();
}

qreal ChartPlot::Parts::log_label_width() const {
  if (!data.y.logarithmic) return 0;
  const QFontMetricsF metrics(chart_font(theme.small_pt));
  qreal widest = 0;
  for (const double value : powers_within(scale_y)) {
    widest = std::max(widest, metrics.horizontalAdvance(tick_words(value, data.y.unit)));
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
                       Qt::AlignRight | Qt::AlignVCenter, tick_words(ticks[i], data.y.unit));
    }
  }
  if (data.x.logarithmic) {
    const std::vector<double> ticks = powers_within(scale_x);
    const std::size_t every = every_of(ticks.size(), step_of(data.x, scale_x, ticks) * plot.width(),
                                       metrics.horizontalAdvance(tick_words(scale_x.max, data.x.unit)) + 12);
    for (std::size_t i = 0; i < ticks.size(); i += every) {
      const qreal half = metrics.horizontalAdvance(tick_words(ticks[i], data.x.unit)) / 2 + 1;
      const qreal x = std::min(plot.left() + fraction(data.x, scale_x, ticks[i]) * plot.width(), size.width() - half);
      painter.drawText(QRectF(x - half, plot.bottom() + 5, 2 * half, metrics.height()), Qt::AlignHCenter | Qt::AlignTop,
                       tick_words(ticks[i], data.x.unit));
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
  series->attachAxis(axis);
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
  if (horizontal && !data.categories.empty()) axis->setLabelsColor(Qt::transparent);
}

void ChartPlot::Parts::set_axis(QAbstractAxis* axis, const TickScale& scale) {
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
  TickScale x = scale_of(data.x, all_x, wanted_x, !data.categories.empty() || (data.x.min && data.x.max));
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
  if (differs(x, scale_x)) set_axis(axis_x, scale_x = x);
  if (differs(y, scale_y)) set_axis(axis_y, scale_y = y);
}

}  // namespace mlplab
