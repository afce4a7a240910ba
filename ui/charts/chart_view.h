// A chart on the screen: a ChartPlot that follows the widget's size and shows the values under the pointer. The wheel
// zooms at the pointer (over an axis, that axis alone), dragging draws the rectangle to show, dragging with Shift or
// the middle button moves what is shown, a double click shows all again, and where all is shown asks for more room; + −
// arrows, Home and Return do it from the keyboard.
#pragma once

#include <QGraphicsView>
#include <optional>

#include "ui/charts/chart_plot.h"

namespace mlplab {

/// A chart's fonts are the theme's. When the program's font changes, Qt's scene notifies a list of its items. Axes
/// replace labels meanwhile, so that the scene would notify deleted items.
class ChartScene : public QGraphicsScene {
 protected:
  bool event(QEvent* event) override {
    return event->type() == QEvent::ApplicationFontChange || QGraphicsScene::event(event);
  }
};

class ChartView : public QGraphicsView {
  Q_OBJECT
 public:
  explicit ChartView(QWidget* parent = nullptr);
  void set_data(const Chart& data);
  void set_theme(const Theme& theme);
  const Chart& data() const { return plot_.data(); }
  const ChartPlot& plot() const { return plot_; }
  /// The values at an x, one line per series; for the tooltip and for screen readers.
  QString values_at(double x) const;
  /// `factor` > 1 shows less; the point of the scene stays where it is.
  void zoom(double factor, const QPointF& at, Qt::Orientations axes = Qt::Horizontal | Qt::Vertical);
  /// By shares of what is shown.
  void pan(double right, double up);
  void show_all();
  /// The next click in the plot, or Return, chooses a place there instead of anything else; Escape ends it.
  void ask_for_place();
  /// Where the upright line with all values stands; nothing where there is none.
  std::optional<double> cross_x() const;

 Q_SIGNALS:
  /// A legend entry with this key was clicked.
  void keyClicked(int key);
  void zoomChanged(bool zoomed);
  /// A double click, or Return, where there is no zoom to end.
  void roomWanted(Qt::FocusReason by);
  /// After ask_for_place(): a place in the plot, in the view's coordinates.
  void placeChosen(const QPoint& at);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  QSize sizeHint() const override { return {400, 220}; }
  QSize minimumSizeHint() const override { return {200, 110}; }

 private:
  enum class Drag { none, rectangle, move };
  bool has_axes() const { return data().ring.empty() && !data().empty(); }
  QString values_in_colours(double x) const;
  void move_cross(const QPointF& at, const QPoint& tip_at);
  void hide_cross();
  void zoom_changed();

  ChartScene scene_;
  ChartPlot plot_;
  Theme theme_ = light_theme();
  std::optional<QPointF> cross_;  // scene coordinates
  Drag drag_ = Drag::none;
  void choose_place(const QPointF& at);
  void fill_viewport();
  bool asked_for_place_ = false;
  bool ring_ = false;  // the keyboard brought the focus here
  QPointF drag_from_, drag_to_;
};

}  // namespace mlplab
