// The rotation is a matrix that drags and keys multiply: no direction is special, and none gets stuck at a pole.
#include "ui/operations/embedding_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "ui/network/class_legend.h"
#include "ui/theme/ink_colors.h"

namespace mlplab {

namespace {

constexpr double turn_per_pixel = 0.01, turn_per_key = std::numbers::pi / 36;
constexpr double map_rim = 16, near_enough = 14;  // px: around the points, and of a click
constexpr double drag_begins = 4;                 // px
constexpr double map_dot = 3.2;                   // px: radius
constexpr double axis_share = 0.9;                // of the farthest point's distance
constexpr std::array<std::array<double, 3>, 3> unturned{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

}  // namespace

EmbeddingView::EmbeddingView(QWidget* parent)
    : PaperView(tr("Map of the embeddings"), QAccessible::Chart, parent), rotation_(unturned) {
  setFocusPolicy(Qt::StrongFocus);
  setToolTip(
      tr("Drag or use the arrow keys to turn it, Home to turn it back; click an image, or Page Up and Page Down"));
}

void EmbeddingView::set_points(EmbeddingPoints points) {
  points_ = std::move(points);
  why_not_.clear();
  double largest = 0.0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto [x, y, z] = point(i);
    largest = std::max(largest, std::hypot(x, y, z));
  }
  reach_ = largest > 0.0 ? largest : 1.0;
  rotation_ = unturned;
  choose(-1, {});
}

void EmbeddingView::set_why_not(const QString& why) {
  points_ = {};
  why_not_ = why;
  choose(-1, {});
}

void EmbeddingView::choose(int image, std::vector<std::uint32_t> others) {
  chosen_ = image < static_cast<int>(points_.size()) ? image : -1;
  others_ = std::move(others);
  setAccessibleDescription(points_.size() == 0 ? why_not_
                           : chosen_ < 0       ? tr("%L1 images").arg(points_.size())
                                               : tr("image %L1 is chosen").arg(chosen_ + 1));
  update();
}

/// The new rotation stands left of the one before: it goes around the screen's axes.
void EmbeddingView::turn(double right, double down) {
  const double c = std::cos(right), s = std::sin(right), d = std::cos(down), t = std::sin(down);
  const std::array<std::array<double, 3>, 3> by{{{c, 0, s}, {t * s, d, -t * c}, {-d * s, t, d * c}}};
  std::array<std::array<double, 3>, 3> now{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) now[i][j] += by[i][k] * rotation_[k][j];
  rotation_ = now;
  update();
}

void EmbeddingView::turn_back() {
  rotation_ = unturned;
  update();
}

std::array<double, 3> EmbeddingView::point(std::size_t image) const {
  return {double{points_.axes[0].places[image]}, double{points_.axes[1].places[image]},
          double{points_.axes[2].places[image]}};
}

EmbeddingView::Turned EmbeddingView::turned(const std::array<double, 3>& point) const {
  Turned at{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) at[i] += rotation_[i][j] * point[j];
  return at;
}

QRectF EmbeddingView::points_area(const QRectF& area, const QFontMetricsF& metrics) const {
  if (names_are_points(points_.class_names)) return area;
  return area.adjusted(0, 0, 0, -paint_class_names(nullptr, area, points_.class_names, light_theme(), metrics) - 2);
}

EmbeddingView::Scale EmbeddingView::scale_in(const QRectF& area) const {
  return {area.center(), (std::min(area.width(), area.height()) / 2 - map_rim) / reach_};
}

QPointF EmbeddingView::place(int image) const {
  return scale_in(points_area(rect(), QFontMetricsF(font()))).at(turned(point(static_cast<std::size_t>(image))));
}

double EmbeddingView::nearness(int image) const { return turned(point(static_cast<std::size_t>(image)))[2]; }

/// A point of each class as a small image: thousands of them are drawn in each frame. Dots of one colour are one image,
/// however many classes there are. The last one is of no class.
std::vector<QPixmap> EmbeddingView::marks(const QFont& font, const Theme& theme, double resolution) const {
  const bool named = names_are_points(points_.class_names) && !points_.class_names.isEmpty();
  const QFontMetricsF metrics(font);
  const double side = named ? std::ceil(std::max(metrics.height(), metrics.horizontalAdvance(QStringLiteral("MM"))))
                            : std::ceil(2 * map_dot + 2);
  std::vector<QPixmap> all;
  std::map<QRgb, QPixmap> dots;
  for (int label = 0; label <= points_.class_names.size(); ++label) {
    const bool known = label < points_.class_names.size();
    const QColor color = known ? class_color(theme, label) : theme.quiet;
    if (const auto dot = dots.find(color.rgb()); dot != dots.end()) {
      all.push_back(dot->second);
      continue;
    }
    QPixmap mark(QSizeF(side, side).toSize() * resolution);
    mark.setDevicePixelRatio(resolution);
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    painter.setRenderHint(QPainter::Antialiasing);
    if (named && known) {
      painter.setFont(font);
      painter.setPen(color);
      painter.drawText(QRectF(0, 0, side, side), Qt::AlignCenter, points_.class_names[label]);
    } else {
      painter.setPen(QPen(theme.card, 0.6));
      painter.setBrush(color);
      painter.drawEllipse(QPointF(side / 2, side / 2), map_dot, map_dot);
      painter.end();
      dots[color.rgb()] = mark;
    }
    all.push_back(std::move(mark));
  }
  return all;
}

QPointF EmbeddingView::axis_end(const Scale& scale, std::size_t axis) const {
  std::array<double, 3> end{};
  end[axis] = axis_share * reach_;
  return scale.at(turned(end));
}

void EmbeddingView::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
  if (points_.size() == 0) return paint_instead(painter, area, why_not_, theme);
  const QFontMetricsF metrics(painter.font());
  const QRectF inner = points_area(area, metrics);
  const Scale scale = scale_in(inner);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.control, 1.2));
  for (std::size_t axis = 0; axis < 3; ++axis) painter.drawLine(scale.at({0, 0, 0}), axis_end(scale, axis));
  std::vector<Turned> places(points_.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = turned(point(i));
  std::vector<std::uint32_t> order(places.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return places[i][2]; });  // the nearest last
  const std::vector<QPixmap> all = marks(painter.font(), theme, painter.device()->devicePixelRatioF());
  for (const std::uint32_t i : order) {
    const int label = points_.classes.empty() ? -1 : points_.classes[i];
    const QPixmap& mark =
        label >= 0 && label + 1 < static_cast<int>(all.size()) ? all[static_cast<std::size_t>(label)] : all.back();
    const double half = mark.deviceIndependentSize().width() / 2;
    painter.setOpacity(0.45 + 0.55 * (places[i][2] / reach_ + 1) / 2);
    painter.drawPixmap(scale.at(places[i]) - QPointF(half, half), mark);
  }
  painter.setOpacity(1.0);
  painter.setPen(theme.text);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const QPointF end = axis_end(scale, axis);
    painter.drawText(QRectF(end.x() - 24, end.y() - 10, 48, 20), Qt::AlignCenter,
                     QStringLiteral("PC %1").arg(axis + 1));
  }
  if (chosen_ >= 0) {
    const QPointF at = scale.at(places[static_cast<std::size_t>(chosen_)]);
    painter.setBrush(Qt::NoBrush);
    for (const std::uint32_t other : others_) {
      painter.setPen(QPen(theme.accent, 1.5));
      painter.drawLine(at, scale.at(places[other]));
      painter.drawEllipse(scale.at(places[other]), 6, 6);
    }
    painter.setPen(QPen(theme.accent, 3));
    painter.drawEllipse(at, 9, 9);
  }
  if (!names_are_points(points_.class_names))
    paint_class_names(&painter, QRectF(area.left(), inner.bottom() + 2, area.width(), area.bottom() - inner.bottom()),
                      points_.class_names, theme, metrics);
}

void EmbeddingView::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(points_.size()) - 1;
  const QPoint way = arrow_step(event->key());
  if (!way.isNull()) return turn(turn_per_key * way.x(), turn_per_key * way.y());
  switch (event->key()) {
    case Qt::Key_Home:
      return turn_back();
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      if (last >= 0)
        Q_EMIT imageChosen(chosen_ < 0 ? 0 : std::clamp(chosen_ + (event->key() == Qt::Key_PageUp ? -1 : 1), 0, last));
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void EmbeddingView::mousePressEvent(QMouseEvent* event) {
  pressed_ = last_ = event->position();
  turning_ = false;
}

void EmbeddingView::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) == 0) return;
  const QPointF from_start = event->position() - pressed_;
  turning_ = turning_ || std::hypot(from_start.x(), from_start.y()) > drag_begins;
  if (!turning_) return;
  const QPointF by = event->position() - last_;
  last_ = event->position();
  turn(turn_per_pixel * by.x(), turn_per_pixel * by.y());
}

/// Where points lie one upon the other, the one in front.
void EmbeddingView::mouseReleaseEvent(QMouseEvent* event) {
  if (turning_ || points_.size() == 0) return;
  int found = -1;
  double least = near_enough;
  const Scale scale = scale_in(points_area(rect(), QFontMetricsF(font())));
  for (int image = 0; image < static_cast<int>(points_.size()); ++image) {
    const QPointF gap = scale.at(turned(point(static_cast<std::size_t>(image)))) - event->position();
    const double distance = std::hypot(gap.x(), gap.y());
    const bool in_front = found >= 0 && std::abs(distance - least) < 0.5 && nearness(image) > nearness(found);
    if (distance < least - 0.5 || in_front || (found < 0 && distance < near_enough)) least = distance, found = image;
  }
  Q_EMIT imageChosen(found);
}

}  // namespace mlplab
