// The parts of a ChartPlot, for its files: chart_plot.cpp (curves, margins, the outside), chart_axes.cpp (axes and
// their labels).
#pragma once

#include <QFont>
#include <QGraphicsItem>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <optional>
#include <vector>

#include "core/reporting/ticks.h"
#include "ui/charts/chart_plot.h"

namespace mlplab {

QFont chart_font(double points, bool bold = false);

struct ChartPlot::Parts {
  class Marks;

  QChart* chart = nullptr;
  Marks* marks = nullptr;
  QAbstractAxis* axis_x = nullptr;
  QAbstractAxis* axis_y = nullptr;
  TickScale scale_x, scale_y;
  ChartRange reach;  // as far as there is anything to see
  std::optional<ChartRange> zoom;
  QLineSeries* series = new QLineSeries;        // without a point: axes belong to one
  std::vector<std::vector<ChartPoint>> curves;  // of data.lines, as fine as is seen
  Chart data;
  Theme theme = light_theme();
  QSizeF size{400, 240};
  bool complete = false;

  QPointF position(double x, double y) const;
  double fraction(const ChartAxis& axis, const TickScale& scale, double value) const;
  void make_axis(QAbstractAxis*& axis, const ChartAxis& spec, Qt::Alignment side);
  void style_axis(QAbstractAxis* axis, bool horizontal);
  static void set_axis(QAbstractAxis* axis, const TickScale& scale);
  void update_axes();
  void update_curves();
  void update_margins();
  void place_category_labels(QPainter& painter);
  bool slanted_categories() const;
  qreal category_room() const;  // px between two names
  double slant() const;         // rad
  qreal slanted_height() const;
  void place_log_labels(QPainter& painter);
  void place_titles(QPainter& painter, qreal bottom);
  qreal log_label_width() const;
  qreal caption_height() const;
};

}  // namespace mlplab
