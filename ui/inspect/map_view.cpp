#include "ui/inspect/map_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/inspect/image_list.h"
#include "ui/network/class_legend.h"
#include "ui/runs/network_input.h"

namespace mlplab {
namespace {

/// From the plane to the area, alike in both directions: distances are what is to be seen.
class MapScale {
 public:
  MapScale(const QRectF& area, const PrincipalPlane& map) {
    if (map.x.empty()) return;
    const auto [left, right] = std::ranges::minmax(map.x);
    const auto [bottom, top] = std::ranges::minmax(map.y);
    constexpr double margin = 14;
    const double wide = std::max(double{right} - double{left}, 1e-9),
                 high = std::max(double{top} - double{bottom}, 1e-9);
    scale_ = std::min((area.width() - 2 * margin) / wide, (area.height() - 2 * margin) / high);
    middle_ = {(double{left} + double{right}) / 2, (double{top} + double{bottom}) / 2};
    center_ = area.center();
  }
  QPointF at(const PrincipalPlane& map, std::size_t point) const {
    return {center_.x() + (double{map.x[point]} - middle_.x()) * scale_,
            center_.y() - (double{map.y[point]} - middle_.y()) * scale_};
  }

 private:
  double scale_ = 1;
  QPointF middle_, center_;
};

QStringList titles_of_classes(const Inspection& inspection) {
  QStringList titles;
  for (int label = 0; label < inspection.data->classes(); ++label)
    titles << class_title(label, inspection.data->class_names);
  return titles;
}

/// Where the names are longer than two letters: dots, and below what each means.
QRectF points_area(const QRectF& area, const Inspection& inspection, const QFontMetricsF& metrics) {
  const QStringList titles = titles_of_classes(inspection);
  if (names_are_points(titles)) return area;
  return area.adjusted(0, 0, 0, -paint_class_names(nullptr, area, titles, light_theme(), metrics) - 4);
}

}  // namespace

void paint_map(QPainter& painter, const QRectF& area, const Inspection& inspection, const Theme& theme) {
  const QFontMetricsF metrics(painter.font());
  const QRectF points = points_area(area, inspection, metrics);
  const MapScale scale(points, inspection.map);
  const QStringList titles = titles_of_classes(inspection);
  const bool named = names_are_points(titles);
  painter.setRenderHint(QPainter::Antialiasing);
  QFont bold = painter.font();
  bold.setBold(true);
  for (std::size_t point = 0; point < inspection.map.x.size(); ++point) {
    const int label = inspection.predictions.truth[point];
    const bool wrong = inspection.predictions.predicted[point] != label;
    const QPointF at = scale.at(inspection.map, point);
    if (wrong) {
      painter.setPen(QPen(theme.text, 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(at, 7, 7);
    }
    if (named) {
      painter.setPen(class_color(theme, label));
      painter.drawText(QRectF(at - QPointF(9, 9), QSizeF(18, 18)), Qt::AlignCenter,
                       class_title(label, inspection.data->class_names));
    } else {
      painter.setPen(Qt::NoPen);
      painter.setBrush(class_color(theme, label));
      painter.drawEllipse(at, 3, 3);
    }
  }
  if (!named)
    paint_class_names(&painter, QRectF(area.left(), points.bottom() + 4, area.width(), area.bottom() - points.bottom()),
                      titles, theme, metrics);
}

MapView::MapView(QWidget* parent) : PaintedView(tr("Map of the images"), QAccessible::Chart, parent) {
  setFocusPolicy(Qt::StrongFocus);
}

int MapView::points() const { return inspection_ ? static_cast<int>(inspection_->map.x.size()) : 0; }

void MapView::set_inspection(std::shared_ptr<const Inspection> inspection, const QString& why) {
  inspection_ = std::move(inspection);
  why_ = why;
  drawn_ = {};
  choose(chosen_ < points() ? chosen_ : -1, {});
}

void MapView::theme_changed() {
  drawn_ = {};
  update();
}

void MapView::choose(int image, std::vector<std::uint32_t> neighbours) {
  chosen_ = image < points() ? image : -1;
  neighbours_ = std::move(neighbours);
  setAccessibleDescription(points() == 0 ? why_
                           : chosen_ < 0 ? tr("%L1 images; arrow keys go from one to the next").arg(points())
                                         : tr("image %L1 of class %2 is chosen")
                                               .arg(chosen_ + 1)
                                               .arg(class_title(inspection_->predictions.truth[std::size_t(chosen_)],
                                                                inspection_->data->class_names)));
  update();
}

QPointF MapView::place(int image) const {
  return MapScale(points_area(rect(), *inspection_, QFontMetricsF(font())), inspection_->map)
      .at(inspection_->map, static_cast<std::size_t>(image));
}

void MapView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (points() == 0) return paint_instead(painter, rect(), why_, theme_);
  const QSize pixels = size() * devicePixelRatioF();
  if (drawn_.size() != pixels) {
    drawn_ = QPixmap(pixels);
    drawn_.setDevicePixelRatio(devicePixelRatioF());
    drawn_.fill(theme_.card);
    QPainter points_painter(&drawn_);
    points_painter.setFont(font());
    paint_map(points_painter, rect(), *inspection_, theme_);
  }
  painter.drawPixmap(0, 0, drawn_);
  painter.setRenderHint(QPainter::Antialiasing);
  if (chosen_ >= 0) {
    const QPointF at = place(chosen_);
    painter.setPen(QPen(theme_.accent, 1.5));
    for (const std::uint32_t other : neighbours_) painter.drawLine(at, place(static_cast<int>(other)));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_.accent, 3));
    painter.drawEllipse(at, 9, 9);
  } else if (hasFocus()) {
    painter.setPen(QPen(theme_.accent, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void MapView::mousePressEvent(QMouseEvent* event) {
  if (points() == 0) return;
  int nearest = 0;
  double least = 1e18;
  const MapScale scale(points_area(rect(), *inspection_, QFontMetricsF(font())), inspection_->map);
  for (int image = 0; image < points(); ++image) {
    const QPointF gap = scale.at(inspection_->map, static_cast<std::size_t>(image)) - event->position();
    const double distance = QPointF::dotProduct(gap, gap);
    if (distance < least) least = distance, nearest = image;
  }
  Q_EMIT imageChosen(nearest);
}

void MapView::keyPressEvent(QKeyEvent* event) {
  const QPoint way = arrow_step(event->key());
  if (way.isNull() || points() == 0) return QWidget::keyPressEvent(event);
  Q_EMIT imageChosen(chosen_ < 0 ? 0 : std::clamp(chosen_ + way.x() + way.y(), 0, points() - 1));
}

}  // namespace mlplab
