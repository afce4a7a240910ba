#include "ui/operations/pooling_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/widgets/spoken.h"

namespace mlplab {

namespace {

constexpr double gap_cells = 1.5;           // between the image and what comes out
constexpr double smallest_with_digits = 9;  // px: below, cells have no room for a digit
constexpr double largest_cell = 34;

QString digit(float number) { return QString::number(static_cast<int>(number)); }

}  // namespace

PoolingView::PoolingView(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("The windows of the pooling; the arrow keys go from one to the next"));
  set_spoken(this, QAccessible::Graphic);
  set_case({});
}

void PoolingView::set_case(const PoolingCase& c) {
  case_ = c;
  image_ = pooling_image(c.n);
  pooled_ = pooled(c, image_);
  window_ = -1;
  setWindow(0);
}

void PoolingView::setWindow(qint64 index) {
  const auto last = static_cast<qint64>(pooled_.size()) - 1;
  index = std::clamp<qint64>(index, 0, last);
  if (index == window_) return;
  window_ = index;
  seen_ = window_of(case_, image_, index);
  setAccessibleDescription(sentence());
  update();
  Q_EMIT windowChanged(index);
}

QString PoolingView::sentence() const {
  QStringList rows;
  for (int row = 0; row < case_.kernel; ++row) {
    QStringList numbers;
    for (int column = 0; column < case_.kernel; ++column)
      numbers << digit(seen_.numbers[static_cast<std::size_t>(row * case_.kernel + column)]);
    rows << numbers.join(QLatin1Char(' '));
  }
  return tr("Window %1 of %2: %3; the largest is %4.")
      .arg(window_ + 1)
      .arg(pooled_.size())
      .arg(rows.join(QStringLiteral(" / ")), digit(seen_.largest));
}

void PoolingView::set_theme(const Theme& theme) {
  theme_ = theme;
  update();
}

PoolingView::Places PoolingView::places() const {
  const int in = case_.n + 2 * case_.padding, out = pooling_outputs(case_);
  Places places;
  places.cell =
      std::min({(width() - 2.0) / (in + gap_cells + out), (height() - 2.0) / std::max(in, out), largest_cell});
  const double whole = places.cell * (in + gap_cells + out);
  places.in = {(width() - whole) / 2, (height() - places.cell * in) / 2};
  places.out = {places.in.x() + places.cell * (in + gap_cells), (height() - places.cell * out) / 2};
  return places;
}

void PoolingView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Places at = places();
  const int in = case_.n + 2 * case_.padding, out = pooling_outputs(case_);
  QFont number_font = font();
  number_font.setPixelSize(std::max(6, static_cast<int>((theme_.projector ? 0.75 : 0.55) * at.cell)));
  // In projector mode what the last row cannot read is left out: the window's numbers stand in words below.
  const bool digits = theme_.projector ? number_font.pixelSize() >= theme_.font_pt * logicalDpiY() / 72.0
                                       : at.cell >= smallest_with_digits;
  painter.setFont(number_font);
  const auto square = [&](const QPointF& corner, int row, int column, int rows, int columns) {
    return QRectF(corner.x() + at.cell * column, corner.y() + at.cell * row, at.cell * columns, at.cell * rows);
  };
  const auto number = [&](const QRectF& place, float value, const QColor& color) {
    if (!digits) return;
    painter.setPen(color);
    painter.drawText(place, Qt::AlignCenter, digit(value));
  };
  for (int row = 0; row < in; ++row)
    for (int column = 0; column < in; ++column) {
      const int y = row - case_.padding, x = column - case_.padding;
      const bool inside = y >= 0 && y < case_.n && x >= 0 && x < case_.n;
      const bool seen =
          y >= seen_.top && y < seen_.top + case_.kernel && x >= seen_.left && x < seen_.left + case_.kernel;
      const QRectF place = square(at.in, row, column, 1, 1);
      painter.fillRect(place, seen ? theme_.selected : inside ? theme_.card : theme_.ground);
      painter.setPen(QPen(theme_.control, 1, inside ? Qt::SolidLine : Qt::DotLine));
      painter.drawRect(place);
      const float value = inside ? image_[static_cast<std::size_t>(y * case_.n + x)] : 0.0F;
      number(place, value, inside ? theme_.text : theme_.quiet);
    }
  for (int row = 0; row < out; ++row)
    for (int column = 0; column < out; ++column) {
      const std::int64_t index = std::int64_t{row} * out + column;
      const QRectF place = square(at.out, row, column, 1, 1);
      painter.fillRect(place, index == window_ ? theme_.accent : theme_.card);
      painter.setPen(QPen(theme_.control, 1));
      painter.drawRect(place);
      number(place, pooled_[static_cast<std::size_t>(index)], index == window_ ? theme_.on_accent : theme_.text);
    }
  const QRectF window =
      square(at.in, seen_.top + case_.padding, seen_.left + case_.padding, case_.kernel, case_.kernel);
  painter.setPen(QPen(theme_.accent, 2));
  painter.drawRect(window);
  if (hasFocus()) {
    painter.setPen(QPen(theme_.accent, 1, Qt::DotLine));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
}

void PoolingView::keyPressEvent(QKeyEvent* event) {
  const int out = pooling_outputs(case_);
  switch (event->key()) {
    case Qt::Key_Left:
      return setWindow(window_ - 1);
    case Qt::Key_Right:
      return setWindow(window_ + 1);
    case Qt::Key_Up:
      if (window_ >= out) setWindow(window_ - out);
      return;
    case Qt::Key_Down:
      if (window_ + out < static_cast<std::int64_t>(pooled_.size())) setWindow(window_ + out);
      return;
    case Qt::Key_Home:
      return setWindow(0);
    case Qt::Key_End:
      return setWindow(static_cast<qint64>(pooled_.size()) - 1);
    default:
      QWidget::keyPressEvent(event);
  }
}

/// On what comes out: that number's window; on the image: the last window that begins at or before the place.
void PoolingView::mousePressEvent(QMouseEvent* event) {
  const Places at = places();
  const int in = case_.n + 2 * case_.padding, out = pooling_outputs(case_);
  const auto cell = [&](const QPointF& corner) {
    return QPoint(static_cast<int>(std::floor((event->position().x() - corner.x()) / at.cell)),
                  static_cast<int>(std::floor((event->position().y() - corner.y()) / at.cell)));
  };
  const auto within = [](const QPoint& p, int size) {
    return p.x() >= 0 && p.y() >= 0 && p.x() < size && p.y() < size;
  };
  if (const QPoint to = cell(at.out); within(to, out)) {
    setWindow(std::int64_t{to.y()} * out + to.x());
  } else if (const QPoint from = cell(at.in); within(from, in)) {
    setWindow(std::int64_t{std::min(from.y() / case_.stride, out - 1)} * out +
              std::min(from.x() / case_.stride, out - 1));
  }
}

}  // namespace mlplab
