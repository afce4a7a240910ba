// The view of parallel axes by keys: Left and Right go from axis to axis, with Ctrl they move it. Up and Down move the
// upper end of its brush, with Shift the lower one; Home and End put the ends to the axis' ends, and Esc clears it.
#include <QKeyEvent>
#include <algorithm>

#include "ui/notebook/parallel_view.h"

namespace mlplab {

void ParallelView::choose_current(int axis) {
  current_ = std::clamp(axis, 0, std::max(plot_.axes() - 1, 0));
  describe();
  update();
  const double left = plot().title(current_).left(), right = plot_.title(current_).right();
  Q_EMIT currentChanged(QRect(static_cast<int>(left), 0, static_cast<int>(right - left), height()));
}

/// The current one, a place to the left (-1) or the right (1).
void ParallelView::move_axis(int by) {
  const int to = current_ + by;
  if (to < 0 || to >= plot_.axes()) return;
  std::vector<std::string> order;
  for (const std::size_t axis : ordered_axes(runs_->axes, look_.order)) order.push_back(runs_->axes[axis].id);
  const std::string moved = plot_.axis(current_).id, neighbour = plot_.axis(to).id;
  std::erase(order, moved);
  const auto at = std::ranges::find(order, neighbour);
  order.insert(by > 0 ? at + 1 : at, moved);
  // Axes that are not there now keep their places.
  std::vector<std::string> absent;
  for (const std::string& id : look_.order)
    if (std::ranges::find(order, id) == order.end()) absent.push_back(id);
  order.insert(order.end(), absent.begin(), absent.end());
  look_.order = std::move(order);
  current_ = to;
  changed_look();
  choose_current(to);
  Q_EMIT lookChanged();
}

void ParallelView::step_brush(int key, bool lower_end) {
  const ParallelAxis& axis = plot_.axis(current_);
  double from = 0.0, to = 1.0;
  if (const auto brush = brushes_.find(axis.id); brush != brushes_.end()) {
    const auto bands = bands_of(axis, brush->second);
    if (!bands.empty()) from = bands.front().first, to = bands.back().second;
  }
  const bool named = axis.scale == ParallelAxis::Scale::named;
  const double step = named ? 1.0 / static_cast<double>(std::max<std::size_t>(axis.names.size(), 2) - 1) : 0.05;
  const double bottom = axis.lacks_values() ? no_value_place : 0.0;
  const double by = key == Qt::Key_Up ? step : -step;
  if (key == Qt::Key_Home) {
    to = 1.0;
  } else if (key == Qt::Key_End) {
    from = bottom;
  } else if (lower_end) {
    // Down from the axis' bottom are the runs without a value.
    from = from < 0.0 && by > 0 ? 0.0 : from <= 0.0 && by < 0 ? bottom : std::clamp(from + by, 0.0, to);
  } else {
    to = std::clamp(to + by, std::max(from, 0.0), 1.0);
  }
  if (from <= bottom && to >= 1.0) return set_brush(current_, nullptr);
  const AxisBrush brush = brush_between(axis, from, to);
  // An end does not pass the other one: at least one named value stays.
  if (named && brush.keys.empty() && !brush.without_value) return;
  set_brush(current_, &brush);
}

bool ParallelView::event(QEvent* event) {
  // Esc is the view's as long as there is something to clear; then that of the card.
  if (event->type() == QEvent::ShortcutOverride && !brushes_.empty() &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
    event->accept();
  return PaintedView::event(event);
}

void ParallelView::keyPressEvent(QKeyEvent* event) {
  if (!sentence().isEmpty()) return QWidget::keyPressEvent(event);
  const bool control = event->modifiers().testFlag(Qt::ControlModifier);
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const int by = event->key() == Qt::Key_Left ? -1 : 1;
      return control ? move_axis(by) : choose_current(current_ + by);
    }
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
      return step_brush(event->key(), event->modifiers().testFlag(Qt::ShiftModifier));
    case Qt::Key_Escape:
      if (brushes_.contains(plot_.axis(current_).id)) return set_brush(current_, nullptr);
      if (brushes_.empty()) return QWidget::keyPressEvent(event);
      look_.brushes.clear();
      return count();
    case Qt::Key_Delete:
      look_.hidden.insert(plot_.axis(current_).id);
      changed_look();
      Q_EMIT lookChanged();
      return;
    default:
      return QWidget::keyPressEvent(event);
  }
}

}  // namespace mlplab
