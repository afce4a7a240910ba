// Parallel coordinates, drawn: where axes, values and lines are in an area, for the screen and for files alike.
#pragma once

#include <QFont>
#include <QImage>
#include <QRectF>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/reporting/parallel_runs.h"
#include "ui/theme/theme.h"

class QPainter;

namespace mlplab {

/// The user's choices.
struct ParallelLook {
  std::vector<std::string> order;  // of axes, by their ids
  std::set<std::string> hidden;
  std::string color;  // the axis that gives the colours; '': the last one that is shown
  AxisBrushes brushes;
};

/// From faint for the lowest value to strong for the highest; alike to every eye, and in grey.
QColor line_color(const Theme& theme, double place);

class ParallelPlot {
 public:
  void set_runs(std::shared_ptr<const ParallelRuns> runs, const ParallelLook& look);
  void lay_out(const QRectF& area, const QFont& font, const Theme& theme);

  const ParallelRuns& runs() const { return *runs_; }
  /// The number of shown axes; `at` below is one of them, from the left.
  int axes() const { return static_cast<int>(shown_.size()); }
  const ParallelAxis& axis(int at) const { return runs_->axes[shown_[static_cast<std::size_t>(at)]]; }
  /// -1 where it is not shown.
  int find(const std::string& id) const;
  double x(int at) const;
  double y(double place) const { return bottom_ - place * (bottom_ - top_); }
  double place_at(double y) const { return (bottom_ - y) / (bottom_ - top_); }
  /// Its name and its scale, above it.
  QRectF title(int at) const;
  /// The nearest axis.
  int axis_at(double x) const;
  /// The run whose line is nearest, within a few pixels; -1: none.
  int run_at(const QPointF& point, const std::vector<bool>& within) const;

  /// The lines of all runs, faint: the ground for those within the brushes.
  void paint_faded(QPainter& painter, const Theme& theme) const;
  void paint_lines(QPainter& painter, const std::vector<bool>& within, const Theme& theme) const;
  /// As these, into an image of QImage::Format_RGB32 of the screen's resolution, in a time that a brush can wait for.
  void draw_faded(QImage& image, const Theme& theme) const;
  void draw_lines(QImage& image, const std::vector<bool>& within, const Theme& theme) const;
  void paint_run(QPainter& painter, int run, const QPen& pen) const;
  void paint_axes(QPainter& painter, const AxisBrushes& brushes, const Theme& theme) const;

 private:
  double spacing() const { return area_.width() / std::max(axes(), 1); }
  void add_lines(std::vector<QLineF>& lines, std::size_t run) const;
  void add_line(std::vector<QLineF>& lines, std::size_t run, int left) const;
  /// The lines of these runs by their colours, the strongest last; `draw` gets the lines of a colour.
  void each_color(const std::vector<bool>& within, const Theme& theme,
                  const std::function<void(const QColor& color, const std::vector<QLineF>& lines)>& draw) const;
  void paint_scale(QPainter& painter, int at, const Theme& theme) const;

  std::shared_ptr<const ParallelRuns> runs_ = std::make_shared<const ParallelRuns>();
  std::vector<std::size_t> shown_;           // indices of axes
  std::vector<std::vector<double>> places_;  // [shown axes, runs]
  int color_ = -1;
  QRectF area_;
  QFont font_, small_;
  double top_ = 0.0, bottom_ = 1.0;  // of the axes
};

}  // namespace mlplab
