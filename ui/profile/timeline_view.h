// The single steps of a profile over time: a row for every thread and stream, a bar for every piece of work. The wheel
// zooms at the pointer, dragging pans, + − and the arrows do the same from the keyboard, Home shows all.
#pragma once

#include <vector>

#include "core/compute/profile.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

/// The stretch of time that is shown, in seconds since the first step began.
struct TimeRange {
  double from_s = 0.0;
  double to_s = 0.0;
  bool operator==(const TimeRange&) const = default;
};

class TimelineView : public PaperView {
  Q_OBJECT
 public:
  explicit TimelineView(QWidget* parent = nullptr);
  void set_profile(const StepProfile& profile);
  bool empty() const { return spans_.empty(); }

  const TimeRange& range() const { return range_; }
  /// Clipped to the recorded time; at least a microsecond wide.
  void set_range(TimeRange range);
  /// Shows 1/`factor` of the present range, with the instant `at_s` where it is.
  void zoom(double factor, double at_s);
  /// Moves by so much of the visible range: 0.1 is a tenth to the right.
  void pan(double share);
  double time_at(double x) const;
  double x_of(double time_s) const;
  /// The piece of work under a point of the widget, or null.
  const ProfileSpan* span_at(const QPointF& at) const;
  /// Operation, step, duration, bytes and GB/s in lines.
  QString describe(const ProfileSpan& span) const;

 public Q_SLOTS:
  void fit();

 Q_SIGNALS:
  void rangeChanged();

 protected:
  void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  std::optional<QString> tip_at(const QPoint& place) const override;
  QSize sizeHint() const override { return {600, 160}; }
  QSize minimumSizeHint() const override { return {240, 90}; }

 private:
  struct Geometry {
    double left = 0, right = 0;  // of the rows
    double top = 0, bottom = 0;
    double row_height = 0;
  };
  Geometry geometry_for(const QSizeF& size) const;
  void paint_axis(QPainter& painter, const Geometry& g, const Theme& theme) const;
  void paint_row(QPainter& painter, const Geometry& g, const Theme& theme, std::size_t track) const;
  int rows_that_fit(const Geometry& g) const;
  void scroll_rows(int by);

  std::vector<ProfileTrack> tracks_;
  std::vector<ProfileSpan> spans_;       // by track, then start
  std::vector<std::size_t> first_span_;  // of each track; one more at the end
  std::vector<double> step_starts_s_;    // of each step
  double end_s_ = 0.0;
  TimeRange range_;
  int first_row_ = 0;
  QPointF pressed_;
  TimeRange pressed_range_;
  bool dragging_ = false;
};

}  // namespace mlplab
