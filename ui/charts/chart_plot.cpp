// Rules kept here (measured, see docs): Qt Charts has the axes, and all else is painted over them in one go; an axis is
// touched only when its limits move; at most two points per pixel column; no animation, no OpenGL.
#include "ui/charts/chart_plot.h"

#include <QGraphicsLayout>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>

#include "core/reporting/chart.h"
#include "core/reporting/palette.h"
#include "ui/charts/chart_curves.h"
#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_plot_parts.h"
#include "ui/charts/chart_ring.h"

namespace mlplab {

QFont chart_font(double points, bool bold) {
  QFont font = QGuiApplication::font();
  font.setPointSizeF(points);
  font.setBold(bold);
  return font;
}

QColor series_color(const Theme& theme, const SeriesColor& color) {
  const Rgb rgb = series_rgb(theme.dark ? dark_palette : light_palette, color);
  return {rgb.red, rgb.green, rgb.blue};
}

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
      paint_curves(*painter, parts_.data, parts_.curves, context);
      if (!parts_.zoom) paint_outside(*painter, parts_.data, context, parts_.scale_y.min, parts_.scale_y.max);
      paint_markers(*painter, parts_.data, context);
      if (!parts_.data.bars.empty()) parts_.place_category_labels(*painter);
      parts_.place_log_labels(*painter);
      paint_notes(*painter, parts_.data, context);
    }
    qreal top = 0;
    if (parts_.complete) {
      painter->setFont(chart_font(theme.font_pt + 2, true));
      painter->setPen(theme.text);
      const QFontMetricsF bold(painter->font());
      painter->drawText(QPointF(10, 10 + bold.ascent()), QString::fromStdString(parts_.data.title));
      const qreal x = 10 + bold.horizontalAdvance(QString::fromStdString(parts_.data.title)) + 8;
      painter->setFont(chart_font(theme.font_pt));
      painter->setPen(theme.quiet);
      painter->drawText(QPointF(x, 10 + bold.ascent()), QString::fromStdString(unit_words(parts_.data)));
      top = 16 + bold.height();
      painter->setFont(chart_font(theme.small_pt));
      const qreal height = parts_.caption_height();
      const QRectF caption(10, parts_.size.height() - height - 8, parts_.size.width() - 20, height + 2);
      painter->drawText(caption, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                        QString::fromStdString(parts_.data.caption));
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

void ChartPlot::Parts::update_curves() {
  // Zoomed in, as fine as all of it would be at this size.
  const double finer = std::clamp((reach.x_max - reach.x_min) / (scale_x.max - scale_x.min), 1.0, 64.0);
  const double columns = finer * std::max(50.0, size.width());
  curves = thinned_curves(data, reach.x_min, reach.x_max, static_cast<int>(std::lround(columns)));
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
  parts_->chart->addSeries(parts_->series);
  parts_->marks = new Parts::Marks(*parts_, parts_->chart);
  set_data({});
}

ChartPlot::~ChartPlot() = default;  // the scene owns the items

void ChartPlot::set_data(const Chart& data) {
  const bool restyle = data.ring.empty() != parts_->data.ring.empty() ||
                       data.categories.empty() != parts_->data.categories.empty() || data.x != parts_->data.x ||
                       data.y != parts_->data.y;
  const bool same_axes = data.x.title == parts_->data.x.title && data.y.label() == parts_->data.y.label() &&
                         data.x.logarithmic == parts_->data.x.logarithmic &&
                         data.y.logarithmic == parts_->data.y.logarithmic;
  if (!same_axes) parts_->zoom.reset();
  parts_->data = data;
  parts_->update_axes();
  parts_->update_curves();
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
  parts_->update_curves();
  parts_->update_margins();
  parts_->marks->update();
}

void ChartPlot::set_size(const QSizeF& size) {
  if (size == parts_->size && parts_->chart->size() == size) return;
  parts_->marks->resized();
  parts_->size = size;
  parts_->update_axes();
  parts_->update_curves();
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

const Chart& ChartPlot::data() const { return parts_->data; }

}  // namespace mlplab
