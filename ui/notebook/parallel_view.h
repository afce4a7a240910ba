// Kept runs as lines over parallel axes, to look at and to choose from: a part of an axis is chosen by dragging along
// it, or with the keys; runs outside fade. Where they are drawn: parallel_plot.h.
#pragma once

#include <QImage>
#include <memory>

#include "ui/charts/chart_export.h"
#include "ui/notebook/parallel_plot.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

class ParallelView : public PaintedView {
  Q_OBJECT
 public:
  explicit ParallelView(QWidget* parent = nullptr);

  void set_runs(std::shared_ptr<const ParallelRuns> runs);
  void set_look(const ParallelLook& look);
  const ParallelLook& look() const { return look_; }
  const ParallelRuns& runs() const { return *runs_; }
  std::shared_ptr<const ParallelRuns> shared_runs() const { return runs_; }
  /// Those of the axes that are shown; look() has the others too.
  const AxisBrushes& brushes() const { return brushes_; }
  /// [runs]: whether each is within all brushes.
  const std::vector<bool>& within() const { return within_; }
  int count_within() const;
  /// Where axes and lines are, in pixels of the widget.
  const ParallelPlot& plot() const;
  /// The axis that the keys are for, from the left.
  int current() const { return current_; }
  /// As a file, on a light ground; `caption` below. It can be painted on any thread.
  Painting painting(const QString& caption) const;

  QSize sizeHint() const override { return {600, 260}; }
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// Other runs are within the brushes.
  void brushed();
  /// By mouse or keys: the order of the axes, which are shown, or which gives the colours.
  void lookChanged();
  /// A line was clicked.
  void runChosen(int run);
  /// For the axis with this id, at a place of the screen.
  void menuWanted(const QString& axis, const QPoint& at);
  void currentChanged(const QRect& axis);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  enum class Drag { none, brush, title };
  void changed_look();
  void theme_changed() override { changed_look(); }
  void set_brush(int axis, const AxisBrush* brush);
  void count();
  void draw();
  void drag_brush(double to);
  void move_axis(int by);
  void step_brush(int key, bool lower_end);
  void choose_current(int axis);
  void hover(const QPointF& at, const QPoint& on_screen);
  void describe();
  QString sentence() const;

  std::shared_ptr<const ParallelRuns> runs_ = std::make_shared<const ParallelRuns>();
  ParallelLook look_;
  AxisBrushes brushes_;  // those of axes that are shown
  ParallelPlot plot_;
  std::vector<bool> within_;
  QImage faded_, lines_;  // what takes longer than a frame: all lines, and those within the brushes over them
  bool lines_drawn_ = false;
  int current_ = 0, hovered_ = -1;
  Drag drag_ = Drag::none;
  int dragged_ = 0;     // the axis
  double pressed_ = 0;  // the place, of a brush
  QPoint pressed_at_;
  bool moved_ = false;
};

}  // namespace mlplab
