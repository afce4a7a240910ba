// A user's actions on a chart, and accessibility.
#include "ui/charts/chart_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_words.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/spoken.h"

namespace mlplab {

namespace {

constexpr double key_zoom = 1.5, wheel_zoom = 1.25, key_pan = 0.2;  // a key or a notch of the wheel
constexpr qreal least_drag = 6;                                     // px; shorter ones are clicks

/// A value of the horizontal axis: '2.3' (epochs), '12,345' (steps), '3.21 s'.
QString place_words(const ChartAxis& axis, double value) {
  const bool many = axis.integers && std::abs(value) >= 1000.0;  // whole numbers are said whole
  const QString number = many ? number_text(std::round(value), 'f', 0) : display_number(value);
  return axis.unit.empty() ? number : number + QLatin1Char(' ') + QString::fromStdString(axis.unit);
}

}  // namespace

ChartView::ChartView(QWidget* parent) : QGraphicsView(parent), plot_(&scene_) {
  setScene(&scene_);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  // The scene has a handful of items: an index and partial updates cost more than they save. And Qt Charts does not
  // tell where bars and labels were that it takes away: partial updates would leave them on the screen.
  scene_.setItemIndexMethod(QGraphicsScene::NoIndex);
  setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
  setFocusPolicy(Qt::StrongFocus);
  setInteractive(false);
  setMouseTracking(true);
  set_spoken(this, QAccessible::Chart, [this] { return chart_words(data()); });
}

void ChartView::set_data(const Chart& data) {
  const bool zoomed = plot_.zoomed();
  plot_.set_data(data);
  if (zoomed != plot_.zoomed()) zoom_changed();
  const QString name = QString::fromStdString(data.title + ' ' + data.unit);
  if (accessibleName() != name) setAccessibleName(name);
}

void ChartView::set_theme(const Theme& theme) {
  theme_ = theme;
  scene_.setBackgroundBrush(theme.card);
  plot_.set_theme(theme);
}

void ChartView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  if (updatesEnabled()) fill_viewport();  // else once, before it is painted: a change of look resizes more than once
}

void ChartView::fill_viewport() {
  const QSizeF size = viewport()->size();
  if (scene_.sceneRect().size() == size) return;
  scene_.setSceneRect(QRectF(QPointF(), size));
  plot_.set_size(size);
}

QString ChartView::values_at(double x) const {
  const Chart& d = data();
  QStringList lines;
  if (!d.ring.empty()) {
    if (d.empty()) return {};
    const std::vector<double> shares = ring_shares(d.ring);
    for (std::size_t i = 0; i < d.ring.size(); ++i) {
      lines << QStringLiteral("%1: %2 %, %3 %4")
                   .arg(QString::fromStdString(d.ring[i].name), display_number(shares[i]),
                        display_number(d.ring[i].value), QString::fromStdString(d.y.unit));
    }
    return lines.join(QLatin1Char('\n'));
  }
  for (const ChartReading& r : readings_at(d, x)) {
    QString line = QStringLiteral("%1: %2 %3")
                       .arg(QString::fromStdString(r.name), display_number(r.y), QString::fromStdString(d.y.unit))
                       .trimmed();
    // Measured at an x of its own: said where it is another one than the head's.
    if (d.bars.empty() && place_words(d.x, r.x) != place_words(d.x, x))
      line += tr(" (at %1)").arg(place_words(d.x, r.x));
    lines << line;
  }
  if (lines.empty()) return {};
  const auto category = static_cast<std::size_t>(std::max(0L, std::lround(x)));
  const QString at = d.bars.empty()                   ? place_words(d.x, x)
                     : category < d.categories.size() ? QString::fromStdString(d.categories[category])
                                                      : QString();
  return QStringLiteral("%1 %2\n%3").arg(QString::fromStdString(d.x.title), at, lines.join(QLatin1Char('\n')));
}

/// values_at() as rich text, with each series' colour before its name.
QString ChartView::values_in_colours(double x) const {
  QString html;
  const QString plain = values_at(x);
  if (plain.isEmpty()) return {};
  const QStringList lines = plain.split(QLatin1Char('\n'));
  const std::vector<ChartReading> readings = readings_at(data(), x);
  for (int i = 0; i < lines.size(); ++i) {
    html += i == 0 ? QStringLiteral("<b>%1</b>").arg(lines[i].toHtmlEscaped())
                   : QStringLiteral("<br><span style='color:%1'>■</span> %2")
                         .arg(series_color(theme_, readings[static_cast<std::size_t>(i - 1)].color).name(),
                              lines[i].toHtmlEscaped());
  }
  return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(html);
}

void ChartView::zoom(double factor, const QPointF& at, Qt::Orientations axes) {
  if (!(factor > 0.0) || !has_axes()) return;
  const QRectF plot = plot_.plot_area();
  const double fx = axes.testFlag(Qt::Horizontal) ? 1 / factor : 1, fy = axes.testFlag(Qt::Vertical) ? 1 / factor : 1;
  const QPointF center(std::clamp(at.x(), plot.left(), plot.right()), std::clamp(at.y(), plot.top(), plot.bottom()));
  plot_.zoom_to(
      QRectF(QPointF(center.x() - fx * (center.x() - plot.left()), center.y() - fy * (center.y() - plot.top())),
             QSizeF(fx * plot.width(), fy * plot.height())));
  zoom_changed();
}

void ChartView::pan(double right, double up) {
  if (!has_axes()) return;
  const QRectF plot = plot_.plot_area();
  plot_.zoom_to(plot.translated(right * plot.width(), -up * plot.height()));
  zoom_changed();
}

void ChartView::show_all() {
  plot_.zoom_out();
  zoom_changed();
}

void ChartView::zoom_changed() {
  hide_cross();
  viewport()->update();
  Q_EMIT zoomChanged(plot_.zoomed());
}

void ChartView::ask_for_place() {
  asked_for_place_ = has_axes();
  viewport()->setCursor(asked_for_place_ ? Qt::CrossCursor : Qt::ArrowCursor);
}

void ChartView::choose_place(const QPointF& at) {
  asked_for_place_ = false;
  viewport()->setCursor(Qt::ArrowCursor);
  hide_cross();
  Q_EMIT placeChosen(mapFromScene(at));
}

std::optional<double> ChartView::cross_x() const { return cross_ ? std::optional(plot_.x_at(*cross_)) : std::nullopt; }

void ChartView::move_cross(const QPointF& at, const QPoint& tip_at) {
  const bool inside = has_axes() && plot_.plot_area().contains(at);
  const QString text = inside ? values_in_colours(plot_.x_at(at)) : QString();
  if (text.isEmpty()) {
    hide_cross();
    return;
  }
  cross_ = at;
  QToolTip::showText(tip_at, text, viewport());
  viewport()->update();
}

void ChartView::hide_cross() {
  if (!cross_) return;
  cross_.reset();
  QToolTip::hideText();
  viewport()->update();
}

void ChartView::wheelEvent(QWheelEvent* event) {
  const QPointF at = mapToScene(event->position().toPoint());
  const QRectF plot = plot_.plot_area();
  const double notches = event->angleDelta().y() / 120.0;
  if (notches == 0.0 || !has_axes()) {
    event->ignore();
    return;
  }
  Qt::Orientations axes = Qt::Horizontal | Qt::Vertical;
  if (at.x() < plot.left()) axes = Qt::Vertical;
  if (at.y() > plot.bottom()) axes = Qt::Horizontal;
  zoom(std::pow(wheel_zoom, notches), at, axes);
  event->accept();
}

void ChartView::mousePressEvent(QMouseEvent* event) {
  const QPointF at = mapToScene(event->position().toPoint());
  const bool middle = event->button() == Qt::MiddleButton;
  if (!middle && event->button() != Qt::LeftButton) {
    event->ignore();
    return;
  }
  if (const int key = middle ? -1 : plot_.legend_key_at(at); key >= 0) {
    Q_EMIT keyClicked(key);
    return;
  }
  if (!has_axes() || !plot_.plot_area().contains(at)) return;
  if (asked_for_place_) return choose_place(at);
  drag_ = middle || event->modifiers().testFlag(Qt::ShiftModifier) ? Drag::move : Drag::rectangle;
  drag_from_ = drag_to_ = at;
  hide_cross();
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = mapToScene(event->position().toPoint());
  const QRectF plot = plot_.plot_area();
  if (drag_ == Drag::move) {
    pan((drag_to_.x() - at.x()) / std::max(1.0, plot.width()), (at.y() - drag_to_.y()) / std::max(1.0, plot.height()));
    drag_to_ = at;
  } else if (drag_ == Drag::rectangle) {
    drag_to_ = {std::clamp(at.x(), plot.left(), plot.right()), std::clamp(at.y(), plot.top(), plot.bottom())};
    viewport()->update();
  } else {
    const bool link = plot_.legend_key_at(at) >= 0;
    viewport()->setCursor(link ? Qt::PointingHandCursor : asked_for_place_ ? Qt::CrossCursor : Qt::ArrowCursor);
    move_cross(at, event->globalPosition().toPoint());
  }
}

void ChartView::mouseReleaseEvent(QMouseEvent* /*event*/) {
  const QRectF wanted = QRectF(drag_from_, drag_to_).normalized();
  const bool zooms = drag_ == Drag::rectangle && wanted.width() >= least_drag && wanted.height() >= least_drag;
  drag_ = Drag::none;
  viewport()->update();
  if (!zooms) return;
  plot_.zoom_to(wanted);
  zoom_changed();
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (plot_.legend_key_at(mapToScene(event->position().toPoint())) >= 0) {
    mousePressEvent(event);  // the second of two quick clicks
  } else if (plot_.zoomed()) {
    show_all();
  } else {
    Q_EMIT roomWanted(Qt::MouseFocusReason);
  }
}

void ChartView::leaveEvent(QEvent* event) {
  hide_cross();
  QGraphicsView::leaveEvent(event);
}

/// While all is shown, the arrows move the upright line; zoomed in, what is shown.
void ChartView::keyPressEvent(QKeyEvent* event) {
  const QRectF plot = plot_.plot_area();
  const auto step_cross = [&](double share) {
    const QPointF from = cross_.value_or(QPointF(share > 0 ? plot.left() : plot.right(), plot.center().y()));
    const QPointF at(std::clamp(from.x() + share * plot.width(), plot.left(), plot.right()), from.y());
    move_cross(at, viewport()->mapToGlobal(mapFromScene(at)));
  };
  constexpr double cross_step = 0.02;
  const bool zoomed = plot_.zoomed();
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(key_zoom, plot.center());
    case Qt::Key_Minus:
      return zoom(1 / key_zoom, plot.center());
    case Qt::Key_Left:
      return zoomed ? pan(-key_pan, 0) : step_cross(-cross_step);
    case Qt::Key_Right:
      return zoomed ? pan(key_pan, 0) : step_cross(cross_step);
    case Qt::Key_Up:
      if (zoomed) return pan(0, key_pan);
      break;
    case Qt::Key_Down:
      if (zoomed) return pan(0, -key_pan);
      break;
    case Qt::Key_Home:
      return show_all();
    case Qt::Key_Escape:
      if (!asked_for_place_) break;
      asked_for_place_ = false;
      return viewport()->setCursor(Qt::ArrowCursor);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (asked_for_place_) return choose_place(cross_.value_or(plot.center()));
      return roomWanted(Qt::ShortcutFocusReason);
    default:
      break;
  }
  event->ignore();
}

void ChartView::focusInEvent(QFocusEvent* event) {
  ring_ = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
  viewport()->update();
  QGraphicsView::focusInEvent(event);
}

void ChartView::focusOutEvent(QFocusEvent* event) {
  hide_cross();
  viewport()->update();
  QGraphicsView::focusOutEvent(event);
}

/// The upright line and what it meets, the rectangle that is being drawn, and the frame of the keyboard's focus.
void ChartView::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
  painter->setRenderHint(QPainter::Antialiasing);
  if (cross_) {
    const QRectF plot = plot_.plot_area();
    painter->setPen(QPen(theme_.quiet, 1));
    painter->drawLine(QPointF(cross_->x(), plot.top()), QPointF(cross_->x(), plot.bottom()));
    if (data().bars.empty()) {
      for (const ChartReading& r : readings_at(data(), plot_.x_at(*cross_))) {
        const QPointF at = plot_.position_of(r.x, r.y);
        if (!plot.contains(at)) continue;
        paint_marker(*painter, Marker::circle, at, 2.2 * theme_.chart_line, series_color(theme_, r.color), theme_.text);
      }
    }
  }
  if (drag_ == Drag::rectangle && drag_from_ != drag_to_) {
    QColor inside = theme_.accent;
    inside.setAlphaF(0.15F);
    painter->setPen(QPen(theme_.accent, 1));
    painter->setBrush(inside);
    painter->drawRect(QRectF(drag_from_, drag_to_).normalized());
  }
  if (hasFocus() && ring_) {
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme_.accent, 2));
    painter->drawRoundedRect(scene_.sceneRect().adjusted(1, 1, -1, -1), 4, 4);
  }
}

/// Escape is the view's own while it asks for a place: elsewhere it ends an enlargement.
bool ChartView::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && asked_for_place_ &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
    event->accept();
  return QGraphicsView::event(event);
}

/// A ring has no axes: its parts' values come when the pointer rests.
bool ChartView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Paint) fill_viewport();
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF at = mapToScene(help->pos());
    if (!data().ring.empty()) {
      QToolTip::showText(help->globalPos(), values_at(plot_.x_at(at)), viewport());
    } else if (plot_.legend_key_at(at) >= 0) {
      QToolTip::showText(help->globalPos(), tr("Click to hide it, or to show it again"), viewport());
    } else if (!cross_) {
      QToolTip::hideText();
    }
    return true;
  }
  return QGraphicsView::viewportEvent(event);
}

}  // namespace mlplab
