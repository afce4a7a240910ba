#include "ui/draw/drawing_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPointingDevice>
#include <QTabletEvent>
#include <QTouchEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/theme/ink_colors.h"

namespace mlplab {
namespace {

constexpr std::size_t max_undo_steps = 200;
constexpr float full_pressure = 1.0F;

/// A light touch draws a third of the pen's width, a firm one a little more than it.
float width_factor(double pressure) { return 0.35F + 0.8F * static_cast<float>(std::clamp(pressure, 0.0, 1.0)); }

bool is_arrow(int key) { return !arrow_step(key).isNull(); }

}  // namespace

DrawingCanvas::DrawingCanvas(QWidget* parent) : PaintedView(tr("Drawing sheet"), QAccessible::Canvas, parent) {
  setAttribute(Qt::WA_AcceptTouchEvents);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::CrossCursor);
  setAccessibleDescription(tr(
      "Draw a digit with mouse, pen or finger. With the keyboard: arrows move the pen, Space puts it down or lifts it, "
      "a digit key labels the drawing, Delete clears, Ctrl+Z undoes."));
}

QRectF DrawingCanvas::sheetRect() const {
  const qreal side = std::max(1, std::min(width(), height()));
  return {(width() - side) / 2, (height() - side) / 2, side, side};
}

PenPoint DrawingCanvas::onSheet(const QPointF& position, float pressure) const {
  const QRectF rect = sheetRect();
  const auto place = [&](qreal value, qreal begin) {
    return std::clamp(static_cast<float>((value - begin) / rect.width()), 0.0F, 1.0F) * sheet_side;
  };
  return {place(position.x(), rect.left()), place(position.y(), rect.top()), pressure};
}

QPointF DrawingCanvas::onScreen(const PenPoint& point) const {
  const QRectF rect = sheetRect();
  const qreal scale = rect.width() / qreal{sheet_side};
  return {rect.left() + qreal{point.x} * scale, rect.top() + qreal{point.y} * scale};
}

void DrawingCanvas::beginStroke(const Pen& pen, const QPointF& position, float pressure) {
  endStroke(pen);
  remember({});
  drawing_[pen] = strokes_.size();
  strokes_.push_back({pen_width_, {onSheet(position, pressure)}});
  sheet_.add(strokes_.back());
  shown_.add(strokes_.back());
  update();
  Q_EMIT drawingChanged();
}

void DrawingCanvas::extendStroke(const Pen& pen, const QPointF& position, float pressure) {
  const auto found = drawing_.find(pen);
  if (found == drawing_.end()) return;
  Stroke& stroke = strokes_[found->second];
  const PenPoint point = onSheet(position, pressure);
  if (point == stroke.points.back()) return;
  stroke.points.push_back(point);
  sheet_.add(stroke, stroke.points.size() - 1);
  shown_.add(stroke, stroke.points.size() - 1);
  update();
  Q_EMIT drawingChanged();
}

void DrawingCanvas::endStroke(const Pen& pen) {
  if (drawing_.erase(pen) > 0) Q_EMIT strokeEnded();
}

void DrawingCanvas::endAllStrokes() {
  while (!drawing_.empty()) endStroke(Pen(drawing_.begin()->first));
}

void DrawingCanvas::endStrokesOf(const void* device) {
  const auto ended = std::erase_if(drawing_, [&](const auto& drawn) { return drawn.first.first == device; });
  for (std::size_t i = 0; i < ended; ++i) Q_EMIT strokeEnded();
}

void DrawingCanvas::remember(Step step) {
  steps_.push_back(std::move(step));
  if (steps_.size() > max_undo_steps) steps_.erase(steps_.begin());
}

void DrawingCanvas::replace(Drawing drawing) {
  endAllStrokes();
  image_ = std::move(drawing.image);
  strokes_ = std::move(drawing.strokes);
  redraw();
  Q_EMIT drawingChanged();
}

void DrawingCanvas::setStrokes(std::vector<Stroke> strokes) {
  endAllStrokes();
  remember(Drawing{image_, strokes_});
  replace({nullptr, std::move(strokes)});
}

void DrawingCanvas::setImage(Sketch sketch) {
  endAllStrokes();
  remember(Drawing{image_, strokes_});
  replace({std::make_shared<const Sketch>(std::move(sketch)), {}});
}

Sketch DrawingCanvas::sketch() const {
  return {pixels(), image_ != nullptr && strokes_.empty() ? image_->file : nullptr};
}

void DrawingCanvas::setHint(const QString& hint) {
  hint_ = hint;
  update();
}

void DrawingCanvas::undo() {
  if (steps_.empty()) return;
  Step step = std::move(steps_.back());
  steps_.pop_back();
  if (step) return replace(std::move(*step));
  strokes_.pop_back();
  std::erase_if(drawing_, [&](const auto& drawn) { return drawn.second == strokes_.size(); });
  redraw();
  Q_EMIT drawingChanged();
}

void DrawingCanvas::clear() {
  if (!isEmpty()) setStrokes({});
}

void DrawingCanvas::redraw() {
  sheet_.clear();
  shown_ = StrokeRaster(static_cast<int>(std::lround(sheetRect().width() * devicePixelRatioF())));
  if (image_ != nullptr) {
    sheet_.lay(image_->ink);
    shown_.lay(image_->ink);
  }
  for (const Stroke& stroke : strokes_) {
    sheet_.add(stroke);
    shown_.add(stroke);
  }
  update();
}

void DrawingCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  redraw();
}

void DrawingCanvas::paintEvent(QPaintEvent* /*event*/) {
  if (shown_.image().width != static_cast<int>(std::lround(sheetRect().width() * devicePixelRatioF())))
    redraw();  // moved to a screen of another resolution
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF rect = sheetRect();
  QPainterPath outline;
  outline.addRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme_.control_radius, theme_.control_radius);
  const InkColors colors = ink_colors(theme_);
  painter.fillPath(outline, colors.paper);
  const GrayImage& pixels = shown_.image();
  QImage image(pixels.pixels.data(), pixels.width, pixels.height, pixels.width, QImage::Format_Indexed8);
  image.setColorTable(colors.table());
  painter.save();
  painter.setClipPath(outline);
  painter.drawImage(rect, image);
  painter.restore();

  if (isEmpty()) {
    painter.setPen(theme_.quiet);
    painter.drawText(rect, Qt::AlignCenter, hint_);
  }
  if (key_pen_) {
    painter.setPen(QPen(theme_.accent, drawing_.contains(keyboard_pen) ? 2.5 : 1.2));
    const qreal radius = qreal{pen_width_} / 2 * rect.width() / qreal{sheet_side};
    painter.drawEllipse(onScreen(*key_pen_), radius, radius);
  }
  painter.setPen(hasFocus() ? QPen(theme_.accent, 1.5) : QPen(theme_.control, 1));
  painter.drawPath(outline);
}

void DrawingCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  key_pen_.reset();
  endStroke(keyboard_pen);
  beginStroke(mouse_pen, event->position(), full_pressure);
}

void DrawingCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) extendStroke(mouse_pen, event->position(), full_pressure);
}

void DrawingCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
  extendStroke(mouse_pen, event->position(), full_pressure);
  endStroke(mouse_pen);
}

void DrawingCanvas::tabletEvent(QTabletEvent* event) {
  const float factor = width_factor(event->pressure());
  const Pen pen{event->pointingDevice(), event->pointingDevice()->uniqueId().numericId()};
  if (event->type() == QEvent::TabletPress && event->button() == Qt::LeftButton)
    beginStroke(pen, event->position(), factor);
  else if (event->type() == QEvent::TabletMove)
    extendStroke(pen, event->position(), factor);
  else if (event->type() == QEvent::TabletRelease)
    endStroke(pen);
  event->accept();
}

bool DrawingCanvas::touch(QTouchEvent* event) {
  // A touchpad moves the pointer; only a screen is drawn on.
  if (event->device()->type() != QInputDevice::DeviceType::TouchScreen) return false;
  if (event->type() == QEvent::TouchBegin) setFocus(Qt::MouseFocusReason);
  if (event->type() == QEvent::TouchCancel) endStrokesOf(event->device());
  for (const QEventPoint& point : event->points()) {
    const Pen pen{event->device(), point.id()};
    const QEventPoint::State state = point.state();
    if (state == QEventPoint::Pressed)
      beginStroke(pen, point.position(), full_pressure);
    else if (state == QEventPoint::Updated)
      extendStroke(pen, point.position(), full_pressure);
    if (state == QEventPoint::Released) endStroke(pen);
  }
  event->accept();
  return true;
}

bool DrawingCanvas::ownsKey(const QKeyEvent* event) const {
  if (event->matches(QKeySequence::Undo)) return canUndo();
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return false;
  const int key = event->key();
  return is_arrow(key) || (key >= Qt::Key_0 && key <= Qt::Key_9) || key == Qt::Key_Delete || key == Qt::Key_Backspace ||
         (key == Qt::Key_Space && key_pen_.has_value());
}

bool DrawingCanvas::event(QEvent* event) {
  switch (event->type()) {
    case QEvent::ShortcutOverride:  // while the sheet has the focus, its keys come before the window's shortcuts
      if (ownsKey(static_cast<QKeyEvent*>(event))) event->accept();
      break;
    case QEvent::TouchBegin:
    case QEvent::TouchUpdate:
    case QEvent::TouchEnd:
    case QEvent::TouchCancel:
      if (touch(static_cast<QTouchEvent*>(event))) return true;
      break;
    default:
      break;
  }
  return PaintedView::event(event);
}

bool DrawingCanvas::moveByKey(int key, bool far) {
  const float length = far ? 20.0F : 6.0F;
  if (!key_pen_) {
    key_pen_ = PenPoint{sheet_side / 2, sheet_side / 2};
    return true;
  }
  const QPoint way = arrow_step(key);
  key_pen_->x = std::clamp(key_pen_->x + length * float(way.x()), 0.0F, sheet_side);
  key_pen_->y = std::clamp(key_pen_->y + length * float(way.y()), 0.0F, sheet_side);
  extendStroke(keyboard_pen, onScreen(*key_pen_), full_pressure);
  return true;
}

void DrawingCanvas::keyPressEvent(QKeyEvent* event) {
  if (!ownsKey(event)) return QWidget::keyPressEvent(event);
  const int key = event->key();
  if (event->matches(QKeySequence::Undo)) {
    undo();
  } else if (is_arrow(key)) {
    moveByKey(key, event->modifiers().testFlag(Qt::ShiftModifier));
  } else if (key == Qt::Key_Space) {
    drawing_.contains(keyboard_pen) ? endStroke(keyboard_pen)
                                    : beginStroke(keyboard_pen, onScreen(*key_pen_), full_pressure);
  } else if (key >= Qt::Key_0 && key <= Qt::Key_9) {
    Q_EMIT digitTyped(key - Qt::Key_0);
  } else {
    clear();
  }
  update();
}

void DrawingCanvas::focusOutEvent(QFocusEvent* event) {
  key_pen_.reset();
  endStroke(keyboard_pen);
  QWidget::focusOutEvent(event);
}

}  // namespace mlplab
