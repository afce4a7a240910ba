// The one class that uses Qt Charts: axes, grid and curves of a Chart in a graphics scene, for the screen and for
// files alike. Bars, markers, error bars and the legend are its own marks (chart_marks.h).
#pragma once

#include <QGraphicsScene>
#include <memory>

#include "core/reporting/chart.h"
#include "ui/theme/theme.h"

namespace mlplab {

/// The range that the axes show.
struct ChartRange {
  double x_min = 0, x_max = 1, y_min = 0, y_max = 1;
  bool operator==(const ChartRange&) const = default;
};

class ChartPlot {
 public:
  explicit ChartPlot(QGraphicsScene* scene);
  ~ChartPlot();
  ChartPlot(const ChartPlot&) = delete;
  ChartPlot& operator=(const ChartPlot&) = delete;

  /// Touches only what changed: one replace() per series, an axis only when its limits move.
  void set_data(const Chart& data);
  void set_theme(const Theme& theme);
  /// In pixels, or points for files.
  void set_size(const QSizeF& size);
  /// Titles at the axes, the chart's title above and the caption below: for files.
  void set_complete(bool complete);
  /// Where values are drawn, in scene coordinates.
  QRectF plot_area() const;
  QPointF value_at(const QPointF& scene_position) const;
  double x_at(const QPointF& scene_position) const { return value_at(scene_position).x(); }
  QPointF position_of(double x, double y) const;
  ChartRange range() const;
  /// Shows what lies in this part of the scene, inside or outside of the plot, as far as there is anything; all of it
  /// is as before. Other axes end it.
  void zoom_to(const QRectF& scene);
  void zoom_out();
  bool zoomed() const;
  /// The series of the legend entry at a scene position (ChartSeries::key); -1 elsewhere.
  int legend_key_at(const QPointF& scene_position) const;
  const Chart& data() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The colour of a series on a theme's card.
QColor series_color(const Theme& theme, const SeriesColor& color);

}  // namespace mlplab
