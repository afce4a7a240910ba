// Painting, zoom and hits. Pieces too narrow for a pixel are drawn a pixel wide, several on one pixel once.
#include "ui/profile/timeline_view.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/reporting/charts/looks.h"
#include "core/reporting/ticks.h"
#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_plot.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/plain_texts.h"

namespace mlplab {

namespace {

constexpr double narrowest_s = 1e-6;
constexpr int axis_room = 20, least_row = 15, max_row = 30, max_name = 120;  // px

QFont small_font(const Theme& theme, const QFont& base) {
  QFont font = base;
  font.setPointSizeF(theme.small_pt);
  return font;
}

QColor ink_on(const QColor& ground) {
  const QColor dark(0x10, 0x14, 0x18), light(0xFF, 0xFF, 0xFF);
  return contrast_ratio(ground, light) > contrast_ratio(ground, dark) ? light : dark;
}

}  // namespace

TimelineView::TimelineView(QWidget* parent) : PaperView(tr("Timeline of single steps"), QAccessible::Chart, parent) {
  setFocusPolicy(Qt::StrongFocus);
}

void TimelineView::set_profile(const StepProfile& profile) {
  if (profile.tracks == tracks_ && profile.spans.size() == spans_.size() && !spans_.empty()) {
    std::vector<ProfileSpan> same = profile.spans;
    std::ranges::stable_sort(same, {}, [](const ProfileSpan& s) { return std::pair(s.track, s.start_s); });
    if (same == spans_) return;  // the zoom stays
  }
  tracks_ = profile.tracks;
  spans_ = profile.spans;
  std::erase_if(spans_, [this](const ProfileSpan& s) {
    return s.track < 0 || s.track >= static_cast<int>(tracks_.size()) || !(s.end_s >= s.start_s);
  });
  std::ranges::stable_sort(spans_, {}, [](const ProfileSpan& s) { return std::pair(s.track, s.start_s); });
  first_span_.assign(tracks_.size() + 1, 0);
  for (const ProfileSpan& span : spans_) ++first_span_[static_cast<std::size_t>(span.track) + 1];
  for (std::size_t i = 1; i < first_span_.size(); ++i) first_span_[i] += first_span_[i - 1];
  step_starts_s_.clear();
  end_s_ = 0.0;
  for (const ProfileSpan& span : spans_) {
    end_s_ = std::max(end_s_, span.end_s);
    const auto step = static_cast<std::size_t>(std::max(0, span.step));
    if (step_starts_s_.size() <= step) step_starts_s_.resize(step + 1, -1.0);
    double& start = step_starts_s_[step];
    if (start < 0.0 || span.start_s < start) start = span.start_s;
  }
  first_row_ = 0;
  setAccessibleDescription(spans_.empty() ? tr("nothing recorded")
                                          : tr("%1 pieces of work on %2 tracks in %3 steps, %4")
                                                .arg(spans_.size())
                                                .arg(tracks_.size())
                                                .arg(step_starts_s_.size())
                                                .arg(display_time(end_s_)));
  fit();
  update();
}

void TimelineView::fit() { set_range({0.0, end_s_}); }

void TimelineView::set_range(TimeRange range) {
  const double width = std::clamp(range.to_s - range.from_s, std::min(narrowest_s, end_s_), end_s_);
  range.from_s = std::clamp(range.from_s, 0.0, end_s_ - width);
  range.to_s = range.from_s + width;
  if (range == range_) return;
  range_ = range;
  update();
  Q_EMIT rangeChanged();
}

void TimelineView::zoom(double factor, double at_s) {
  if (!(factor > 0.0)) return;
  const double width = (range_.to_s - range_.from_s) / factor;
  const double share = (at_s - range_.from_s) / std::max(1e-300, range_.to_s - range_.from_s);
  const double kept = std::clamp(width, std::min(narrowest_s, end_s_), end_s_);
  const double from = at_s - share * kept;
  set_range({from, from + kept});
}

void TimelineView::pan(double share) {
  const double by = share * (range_.to_s - range_.from_s);
  set_range({range_.from_s + by, range_.to_s + by});
}

TimelineView::Geometry TimelineView::geometry_for(const QSizeF& size) const {
  const QFontMetricsF metrics(small_font(theme_, font()));
  double name = 0;
  for (const ProfileTrack& track : tracks_) {
    name = std::max(name, metrics.horizontalAdvance(QString::fromStdString(track.name)));
  }
  Geometry g;
  g.left = std::min<double>(name, theme_.px(max_name)) + 10;
  g.right = size.width() - 4;
  g.top = std::max<double>(axis_room, metrics.height() + 4);
  g.bottom = size.height() - 2;
  const double rows = std::max<double>(1, static_cast<double>(tracks_.size()));
  g.row_height = std::clamp((g.bottom - g.top) / rows, std::max<double>(least_row, metrics.height()),
                            std::max<double>(theme_.px(max_row), metrics.height()));
  return g;
}

int TimelineView::rows_that_fit(const Geometry& g) const {
  return std::max(1, static_cast<int>((g.bottom - g.top + 0.5) / g.row_height));
}

void TimelineView::scroll_rows(int by) {
  const int last = static_cast<int>(tracks_.size()) - rows_that_fit(geometry_for(size()));
  first_row_ = std::clamp(first_row_ + by, 0, std::max(0, last));
  update();
}

double TimelineView::time_at(double x) const {
  const Geometry g = geometry_for(size());
  return range_.from_s + (x - g.left) / std::max(1.0, g.right - g.left) * (range_.to_s - range_.from_s);
}

double TimelineView::x_of(double time_s) const {
  const Geometry g = geometry_for(size());
  return g.left + (time_s - range_.from_s) / std::max(1e-300, range_.to_s - range_.from_s) * (g.right - g.left);
}

const ProfileSpan* TimelineView::span_at(const QPointF& at) const {
  const Geometry g = geometry_for(size());
  if (spans_.empty() || at.y() < g.top || at.x() < g.left || at.x() > g.right) return nullptr;
  const int track = first_row_ + static_cast<int>((at.y() - g.top) / g.row_height);
  if (track < 0 || track >= static_cast<int>(tracks_.size())) return nullptr;
  const double time_s = time_at(at.x());
  const double slack_s = time_at(at.x() + 1.5) - time_s;  // a hair is easier to hit
  const ProfileSpan* found = nullptr;
  for (std::size_t i = first_span_[static_cast<std::size_t>(track)];
       i < first_span_[static_cast<std::size_t>(track) + 1]; ++i) {
    const ProfileSpan& span = spans_[i];
    if (span.start_s - slack_s > time_s) break;
    if (span.end_s + slack_s < time_s) continue;
    // Where pieces overlap, the shorter one lies on top.
    if (!found || span.end_s - span.start_s <= found->end_s - found->start_s) found = &span;
  }
  return found;
}

QString TimelineView::describe(const ProfileSpan& span) const {
  const double duration_s = span.end_s - span.start_s;
  QString text = tr("%1 (%2)\n%3, step %4\n%5, from %6")
                     .arg(QString::fromStdString(say(span.operation)), QString::fromStdString(look_of(span.part).name),
                          QString::fromStdString(tracks_[static_cast<std::size_t>(span.track)].title()),
                          QString::number(span.step + 1), display_time(duration_s), display_time(span.start_s));
  if (span.bytes > 0) {
    text += QLatin1Char('\n') + display_bytes(static_cast<double>(span.bytes));
    if (duration_s > 0.0) {
      text += tr(", %1 GB/s").arg(display_number(1e-9 * static_cast<double>(span.bytes) / duration_s));
    }
  }
  return text;
}

void TimelineView::paint_axis(QPainter& painter, const Geometry& g, const Theme& theme) const {
  const QFontMetricsF metrics(painter.font());
  const double width_s = range_.to_s - range_.from_s;
  const auto [unit, per_second] = unit_of_time(range_.to_s);
  const int wanted = std::clamp(static_cast<int>((g.right - g.left) / theme.px(90)), 2, 10);
  const TickScale scale = ticks_inside(range_.from_s * per_second, range_.to_s * per_second, wanted);
  const double first = std::ceil(scale.min / scale.step - 1e-9) * scale.step;
  for (double tick = first; tick <= scale.max * (1 + 1e-12); tick += scale.step) {
    const double x = g.left + (tick / per_second - range_.from_s) / width_s * (g.right - g.left);
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(QPointF(x, g.top - 3), QPointF(x, g.bottom));
    const QString label =
        QLocale().toString(tick, 'f', scale.decimals) + QLatin1Char(' ') + QString::fromStdString(unit);
    const double text_width = metrics.horizontalAdvance(label);
    const double left = std::clamp(x - text_width / 2, g.left, std::max(g.left, g.right - text_width));
    painter.setPen(theme.quiet);
    painter.drawText(QRectF(left, 0, text_width + 1, g.top - 4), Qt::AlignLeft | Qt::AlignVCenter, label);
  }
  // Where steps begin.
  painter.setPen(QPen(theme.control, 1, Qt::DashLine));
  for (const double start : step_starts_s_) {
    if (start <= range_.from_s || start >= range_.to_s) continue;
    const double x = g.left + (start - range_.from_s) / width_s * (g.right - g.left);
    painter.drawLine(QPointF(x, g.top), QPointF(x, g.bottom));
  }
}

void TimelineView::paint_row(QPainter& painter, const Geometry& g, const Theme& theme, std::size_t track) const {
  const double y = g.top + (static_cast<double>(track) - first_row_) * g.row_height;
  const QFontMetricsF metrics(painter.font());
  painter.setPen(theme.quiet);
  painter.drawText(QRectF(0, y, g.left - 8, g.row_height), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(QString::fromStdString(tracks_[track].title()), Qt::ElideRight, g.left - 8));
  const double scale = (g.right - g.left) / (range_.to_s - range_.from_s);
  painter.save();
  painter.setClipRect(QRectF(g.left, y, g.right - g.left, g.row_height));
  double last_x = -1e9;
  for (std::size_t i = first_span_[track]; i < first_span_[track + 1]; ++i) {
    const ProfileSpan& span = spans_[i];
    if (span.end_s < range_.from_s) continue;
    if (span.start_s > range_.to_s) break;
    const double left = std::max(g.left - 4, g.left + (span.start_s - range_.from_s) * scale);
    const double right = std::min(g.right + 4, g.left + (span.end_s - range_.from_s) * scale);
    if (right - left < 1.0 && left - last_x < 1.0) continue;
    last_x = left;
    const PartLook look = look_of(span.part);
    const QColor color = series_color(theme, look.color);
    const QRectF bar(left, y + 2, std::max(1.0, right - left - (right - left > 4 ? 0.8 : 0.0)), g.row_height - 4);
    QPainterPath shape;
    shape.addRect(bar);
    const QString name = QString::fromStdString(say(span.operation));
    const bool named = metrics.horizontalAdvance(name) + 6 < bar.width();
    // A pattern under letters would make both unreadable: it fills the bar where there is no name, else its foot.
    fill_shape(painter, shape, color, named || bar.width() < 5 ? Fill::plain : look.fill, theme.card);
    if (!named) continue;
    if (look.fill != Fill::plain) {
      QPainterPath foot;
      foot.addRect(QRectF(bar.left(), bar.bottom() - 4, bar.width(), 4));
      fill_shape(painter, foot, color, look.fill, theme.card);
    }
    painter.setPen(ink_on(color));
    painter.drawText(bar.adjusted(3, -1, -3, -1), Qt::AlignCenter, name);
  }
  painter.restore();
}

void TimelineView::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(small_font(theme, font()));
  if (spans_.empty() || !(range_.to_s > range_.from_s))
    return paint_instead(painter, area, tr("No steps are recorded for this point."), theme);
  painter.translate(area.topLeft());
  const QSizeF size = area.size();
  const Geometry g = geometry_for(size);
  paint_axis(painter, g, theme);
  const int rows = rows_that_fit(g);
  const auto last = std::min(tracks_.size(), static_cast<std::size_t>(first_row_ + rows));
  for (auto track = static_cast<std::size_t>(first_row_); track < last; ++track) paint_row(painter, g, theme, track);
  if (tracks_.size() > static_cast<std::size_t>(rows)) {  // how far down the rows are
    const double height = g.bottom - g.top;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.control);
    const double all = static_cast<double>(tracks_.size());
    painter.drawRoundedRect(QRectF(size.width() - 3, g.top + height * first_row_ / all, 3, height * rows / all), 1.5,
                            1.5);
  }
}

void TimelineView::wheelEvent(QWheelEvent* event) {
  const QPoint by = event->angleDelta();
  if (spans_.empty()) return event->ignore();
  if (event->modifiers() & Qt::ShiftModifier) {
    scroll_rows(by.y() + by.x() > 0 ? -1 : 1);
  } else if (std::abs(by.x()) > std::abs(by.y())) {
    pan(-by.x() / 1200.0);
  } else {
    zoom(std::pow(1.25, by.y() / 120.0), time_at(event->position().x()));
  }
  event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  dragging_ = true;
  pressed_ = event->position();
  pressed_range_ = range_;
  setCursor(Qt::ClosedHandCursor);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  if (!dragging_) return;
  const Geometry g = geometry_for(size());
  const double per_pixel_s = (pressed_range_.to_s - pressed_range_.from_s) / std::max(1.0, g.right - g.left);
  const double by = (pressed_.x() - event->position().x()) * per_pixel_s;
  set_range({pressed_range_.from_s + by, pressed_range_.to_s + by});
  const auto rows = static_cast<int>((pressed_.y() - event->position().y()) / g.row_height);
  if (rows != 0) {
    scroll_rows(rows);
    pressed_.setY(pressed_.y() - rows * g.row_height);
  }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
  dragging_ = false;
  unsetCursor();
  QWidget::mouseReleaseEvent(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  const double middle = (range_.from_s + range_.to_s) / 2;
  const QPoint way = arrow_step(event->key());
  if (way.x() != 0) return pan(0.1 * way.x());
  if (way.y() != 0) return scroll_rows(way.y());
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(1.5, middle);
    case Qt::Key_Minus:
      return zoom(1 / 1.5, middle);
    case Qt::Key_Home:
    case Qt::Key_0:
      return fit();
    default:
      QWidget::keyPressEvent(event);
  }
}

std::optional<QString> TimelineView::tip_at(const QPoint& place) const {
  const ProfileSpan* span = span_at(place);
  return span == nullptr ? QString() : plain_tip(describe(*span));
}

}  // namespace mlplab
