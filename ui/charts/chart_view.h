// A chart on the screen: a ChartPlot that follows the widget's size and shows the values under the pointer.
#pragma once

#include <QGraphicsView>

#include "ui/charts/chart_plot.h"

namespace mlplab {

class ChartView : public QGraphicsView {
  Q_OBJECT
 public:
  explicit ChartView(QWidget* parent = nullptr);
  void set_data(const ChartData& data);
  void set_theme(const Theme& theme);
  const ChartData& data() const { return plot_.data(); }
  const ChartPlot& plot() const { return plot_; }
  /// The values at an x, one line a series; for the tooltip and for screen readers.
  QString values_at(double x) const;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  QSize sizeHint() const override { return {400, 220}; }
  QSize minimumSizeHint() const override { return {200, 110}; }

 private:
  QGraphicsScene scene_;
  ChartPlot plot_;
};

}  // namespace mlplab
