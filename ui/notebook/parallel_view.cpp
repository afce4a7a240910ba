// Painting and the mouse; the keys are in parallel_keys.cpp.
#include "ui/notebook/parallel_view.h"

#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/widgets/plain_texts.h"

namespace mlplab {
namespace {

constexpr double near_axis = 10;   // px: a press begins a brush
constexpr int least_spacing = 76;  // px from axis to axis; below it the view is wider than its place
constexpr int parallel_margin = 4;

}  // namespace

ParallelView::ParallelView(QWidget* parent)
    : PaintedView(tr("Runs over their settings and results"), QAccessible::Chart, parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
}

QSize ParallelView::minimumSizeHint() const { return {std::max(theme_.px(least_spacing) * plot_.axes(), 200), 150}; }

void ParallelView::set_runs(std::shared_ptr<const ParallelRuns> runs) {
  runs_ = std::move(runs);
  hovered_ = -1;
  drag_ = Drag::none;
  changed_look();
}

void ParallelView::set_look(const ParallelLook& look) {
  look_ = look;
  changed_look();
}

/// After another order, other axes or other runs.
void ParallelView::changed_look() {
  plot_.set_runs(runs_, look_);
  current_ = std::clamp(current_, 0, std::max(plot_.axes() - 1, 0));
  updateGeometry();
  faded_ = {};
  count();
}

/// The brush of an axis that is hidden, or in which the listed runs do not differ, chooses nothing until it is back.
void ParallelView::count() {
  brushes_.clear();
  for (const auto& [id, brush] : look_.brushes)
    if (plot_.find(id) >= 0) brushes_.emplace(id, brush);
  within_ = runs_within(*runs_, brushes_);
  if (hovered_ >= 0 && !within_[static_cast<std::size_t>(hovered_)]) hovered_ = -1;
  lines_drawn_ = false;
  describe();
  update();
  Q_EMIT brushed();
}

int ParallelView::count_within() const { return static_cast<int>(std::ranges::count(within_, true)); }

/// Null: no brush on that axis.
void ParallelView::set_brush(int axis, const AxisBrush* brush) {
  const std::string& id = plot_.axis(axis).id;
  const auto old = look_.brushes.find(id);
  if (brush == nullptr ? old == look_.brushes.end() : old != look_.brushes.end() && old->second == *brush) return;
  if (brush == nullptr)
    look_.brushes.erase(old);
  else
    look_.brushes[id] = *brush;
  count();
}

const ParallelPlot& ParallelView::plot() const {
  auto* self = const_cast<ParallelView*>(this);  // NOLINT(cppcoreguidelines-pro-type-const-cast): places only
  self->plot_.lay_out(QRectF(rect()).adjusted(parallel_margin, 2, -parallel_margin, -2), font(), theme_);
  return plot_;
}

QString ParallelView::sentence() const {
  if (!runs_->why_not.empty()) return QString::fromStdString(runs_->why_not);
  return plot_.axes() == 0 ? tr("All axes are hidden: choose some in the menu.") : QString();
}

void ParallelView::resizeEvent(QResizeEvent* /*event*/) {
  faded_ = {};
  lines_drawn_ = false;
}

void ParallelView::draw() {
  (void)plot();
  const QSize pixels = size() * devicePixelRatioF();
  const auto blank = [&] {
    QImage image(pixels, QImage::Format_RGB32);
    image.setDevicePixelRatio(devicePixelRatioF());
    image.fill(theme_.card);
    return image;
  };
  const bool brushes = !brushes_.empty();
  if (brushes && faded_.size() != pixels) {
    faded_ = blank();
    plot_.draw_faded(faded_, theme_);
  }
  if (lines_drawn_ && lines_.size() == pixels) return;
  lines_ = brushes ? faded_ : blank();
  plot_.draw_lines(lines_, within_, theme_);
  lines_drawn_ = true;
}

void ParallelView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (const QString why = sentence(); !why.isEmpty()) return paint_instead(painter, rect(), why, theme_);
  draw();
  painter.drawImage(0, 0, lines_);
  painter.setRenderHint(QPainter::Antialiasing);
  if (hovered_ >= 0) plot_.paint_run(painter, hovered_, QPen(theme_.text, 3));
  plot_.paint_axes(painter, brushes_, theme_);
  if (hasFocus() || drag_ == Drag::title) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_.accent, 1.5));
    painter.drawRoundedRect(plot_.title(drag_ == Drag::title ? dragged_ : current_).adjusted(1, 0, -1, 1), 4, 4);
  }
}

void ParallelView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !sentence().isEmpty()) return;
  const QPointF at = event->position();
  const int axis = plot().axis_at(at.x());
  pressed_at_ = event->position().toPoint();
  moved_ = false;
  if (plot_.title(axis).contains(at)) {
    choose_current(axis);
    drag_ = Drag::title;
    dragged_ = axis;
    update();
  } else if (std::abs(at.x() - plot_.x(axis)) <= near_axis) {
    choose_current(axis);
    drag_ = Drag::brush;
    dragged_ = axis;
    pressed_ = plot_.place_at(at.y());
  } else if (const int run = plot_.run_at(at, within_); run >= 0) {
    Q_EMIT runChosen(run);
  }
}

void ParallelView::mouseMoveEvent(QMouseEvent* event) {
  if (drag_ == Drag::none) return hover(event->position(), event->globalPosition().toPoint());
  moved_ = moved_ || (event->position().toPoint() - pressed_at_).manhattanLength() >= 4;
  if (!moved_) return;
  if (drag_ == Drag::brush) return drag_brush(plot().place_at(event->position().y()));
  const int over = plot().axis_at(event->position().x());
  if (over == dragged_) return;
  const int by = over > dragged_ ? 1 : -1;
  while (dragged_ != over) {
    current_ = dragged_;
    move_axis(by);
    dragged_ += by;
  }
}

void ParallelView::mouseReleaseEvent(QMouseEvent* /*event*/) {
  if (drag_ == Drag::brush && !moved_) set_brush(dragged_, nullptr);
  drag_ = Drag::none;
  update();
}

/// A few pixels beside an end of the axis are its end: the values there are those that are looked for most.
void ParallelView::drag_brush(double to) {
  const auto snapped = [&](double place) {
    constexpr double near_end = 4;  // px
    const double reach = near_end / (plot_.y(0.0) - plot_.y(1.0));
    return std::abs(place) < reach ? 0.0 : std::abs(place - 1) < reach ? 1.0 : place;
  };
  const AxisBrush brush = brush_between(plot_.axis(dragged_), snapped(pressed_), snapped(to));
  set_brush(dragged_, &brush);
}

void ParallelView::leaveEvent(QEvent* /*event*/) {
  hovered_ = -1;
  update();
}

void ParallelView::hover(const QPointF& at, const QPoint& on_screen) {
  if (!sentence().isEmpty()) return;
  const int axis = plot().axis_at(at.x());
  const bool title = plot_.title(axis).contains(at), on_axis = std::abs(at.x() - plot_.x(axis)) <= near_axis;
  setCursor(title ? Qt::OpenHandCursor : on_axis ? Qt::CrossCursor : Qt::ArrowCursor);
  const int run = title || on_axis ? -1 : plot_.run_at(at, within_);
  if (run != std::exchange(hovered_, run)) update();
  QString tip;
  if (title) {
    tip = QString::fromStdString(plot_.axis(axis).title) + QLatin1Char('\n') +
          tr("Drag it to another place; a click on the axis below clears its brush");
  } else if (run >= 0) {
    const auto index = static_cast<std::size_t>(run);
    tip = QString::fromStdString(runs_->names[index]);
    if (!runs_->complete[index]) tip += tr(" (did not run to its end)");
    for (int i = 0; i < plot_.axes(); ++i)
      tip += QStringLiteral("\n%1: %2")
                 .arg(QString::fromStdString(plot_.axis(i).title), QString::fromStdString(plot_.axis(i).words(index)));
  }
  tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(on_screen, plain_tip(tip), this);
}

void ParallelView::contextMenuEvent(QContextMenuEvent* event) {
  if (!sentence().isEmpty()) return;
  const bool keys = event->reason() == QContextMenuEvent::Keyboard;
  const int axis = keys ? current_ : plot().axis_at(event->pos().x());
  choose_current(axis);
  const QPoint at = keys ? mapToGlobal(plot().title(axis).bottomLeft().toPoint()) : event->globalPos();
  Q_EMIT menuWanted(QString::fromStdString(plot_.axis(axis).id), at);
}

/// For screen readers: the current axis and how many runs are within the brushes.
void ParallelView::describe() {
  if (const QString why = sentence(); !why.isEmpty()) return setAccessibleDescription(why);
  const ParallelAxis& axis = plot_.axis(current_);
  const auto brush = brushes_.find(axis.id);
  const QString words = brush == brushes_.end() ? tr("%1: no brush").arg(QString::fromStdString(axis.title))
                                                : QString::fromStdString(brush_words(axis, brush->second));
  setAccessibleDescription(tr("axis %L1 of %L2, %3; %L4 of %L5 runs")
                               .arg(current_ + 1)
                               .arg(plot_.axes())
                               .arg(words)
                               .arg(count_within())
                               .arg(runs_->size()));
}

Painting ParallelView::painting(const QString& caption) const {
  const double width = std::max(720.0, 110.0 * plot_.axes()), height = 460;
  const QString title = tr("Runs over their settings and results");
  QFont letters = QGuiApplication::font();
  letters.setPointSizeF(light_theme().font_pt);
  return {{width, height},
          title,
          caption,
          [=, font = letters, runs = runs_, look = look_, brushes = brushes_, within = within_](QPainter& painter) {
            const Theme theme = light_theme();
            painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
            painter.fillRect(QRectF(0, 0, width, height), theme.card);
            QFont bold = font;
            bold.setBold(true);
            painter.setFont(bold);
            painter.setPen(theme.text);
            painter.drawText(QRectF(12, 8, width - 24, 22), Qt::AlignLeft | Qt::AlignVCenter, title);
            painter.setFont(font);
            painter.setPen(theme.quiet);
            painter.drawText(QRectF(12, height - 42, width - 24, 38),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, caption);
            ParallelPlot plot;
            plot.set_runs(runs, look);
            plot.lay_out(QRectF(8, 38, width - 16, height - 84), font, theme);
            if (!brushes.empty()) plot.paint_faded(painter, theme);
            plot.paint_lines(painter, within, theme);
            plot.paint_axes(painter, brushes, theme);
          }};
}

}  // namespace mlplab
