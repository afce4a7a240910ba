#include "ui/workshop/wrong_map.h"

#include <QPainter>
#include <algorithm>
#include <vector>

#include "ui/widgets/plain_texts.h"

namespace mlplab {

namespace {
constexpr double largest_cell = 22.0, least_cell = 3.0, gap = 1.0;
constexpr double margin = 6.0;  // the ring around a cell at the edge
}  // namespace

WrongMap::WrongMap(QWidget* parent)
    : PaintedView(tr("Map of where the output is wrong"), QAccessible::Graphic, parent, [this] { return words_; }) {}

void WrongMap::show_wrong(const std::optional<workshop::WrongElement>& wrong, const QString& words) {
  wrong_ = wrong;
  words_ = words;
  update();
}

int WrongMap::legend_height() const { return fontMetrics().height() + 8; }

/// As large as there is room for, in whole cells.
WrongMap::Grid WrongMap::grid() const {
  if (!wrong_) return {};
  const workshop::Difference& difference = wrong_->difference;
  const QRectF room = QRectF(rect()).adjusted(margin, legend_height() + margin, -margin, -margin);
  Grid grid;
  grid.rows = std::min(static_cast<int>(difference.rows()), std::max(1, static_cast<int>(room.height() / least_cell)));
  grid.columns =
      std::min(static_cast<int>(difference.columns()), std::max(1, static_cast<int>(room.width() / least_cell)));
  const double side = std::min({largest_cell, room.width() / grid.columns, room.height() / grid.rows});
  grid.area = QRectF(room.left(), room.top(), side * grid.columns, side * grid.rows);
  return grid;
}

QRectF WrongMap::cell(const Grid& grid, int row, int column) const {
  const double side = grid.area.width() / grid.columns;
  const double inset = side > 5.0 ? gap : 0.0;
  return QRectF(grid.area.left() + column * side, grid.area.top() + row * side, side - inset, side - inset);
}

void WrongMap::paint_cells(QPainter& painter, const Grid& grid) const {
  const workshop::Difference& difference = wrong_->difference;
  const std::size_t columns = difference.columns(), rows = difference.rows();
  std::vector<bool> wrong(static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.columns));
  const auto drawn = [&](std::size_t place) {
    const std::size_t row = place / columns * static_cast<std::size_t>(grid.rows) / rows;
    const std::size_t column = place % columns * static_cast<std::size_t>(grid.columns) / columns;
    return row * static_cast<std::size_t>(grid.columns) + column;
  };
  for (std::size_t place = 0; place < difference.wrong.size(); ++place)
    if (difference.wrong[place]) wrong[drawn(place)] = true;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const bool is_wrong = wrong[static_cast<std::size_t>(row * grid.columns + column)];
      const QRectF at = cell(grid, row, column);
      painter.fillRect(at, is_wrong ? theme_.error : theme_.line);
      if (!is_wrong || at.width() < 9.0) continue;
      painter.setPen(QPen(theme_.card, 1.5));  // a stroke too: colours are not all that tells them apart
      painter.drawLine(at.bottomLeft() + QPointF(2, -2), at.topRight() + QPointF(-2, 2));
    }
  const std::size_t first = drawn(difference.first);
  const auto width = static_cast<std::size_t>(grid.columns);
  const QRectF ring = cell(grid, static_cast<int>(first / width), static_cast<int>(first % width));
  painter.setPen(QPen(theme_.text, 2.0));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(ring.center(), std::max(4.0, ring.width() * 0.7), std::max(4.0, ring.width() * 0.7));
}

void WrongMap::paint_legend(QPainter& painter) const {
  struct Key {
    QColor color;
    QString text;
    bool ring;
  };
  const Key keys[] = {{theme_.error, tr("wrong"), false},
                      {theme_.line, tr("right"), false},
                      {theme_.text, tr("the first wrong one"), true}};
  const double high = fontMetrics().height();
  double x = 1.0;
  for (const Key& key : keys) {
    const QRectF sign(x, 2.0 + high * 0.2, high * 0.6, high * 0.6);
    if (key.ring) {
      painter.setPen(QPen(key.color, 2.0));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(sign);
    } else {
      painter.fillRect(sign, key.color);
      painter.setPen(theme_.control);
      painter.drawRect(sign);
    }
    painter.setPen(theme_.quiet);
    const double text_x = sign.right() + 5.0, wide = fontMetrics().horizontalAdvance(key.text);
    painter.drawText(QRectF(text_x, 2.0, wide + 4.0, high), Qt::AlignVCenter | Qt::AlignLeft, key.text);
    x = text_x + wide + 16.0;
  }
}

void WrongMap::paintEvent(QPaintEvent*) {
  if (!wrong_) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paint_legend(painter);
  paint_cells(painter, grid());
}

std::optional<QPoint> WrongMap::cell_at(const QPoint& place) const {
  const Grid drawn = grid();
  if (drawn.rows == 0 || !drawn.area.contains(place)) return {};
  const workshop::Difference& difference = wrong_->difference;
  const int row = static_cast<int>((place.y() - drawn.area.top()) / drawn.area.height() * drawn.rows);
  const int column = static_cast<int>((place.x() - drawn.area.left()) / drawn.area.width() * drawn.columns);
  return QPoint(column * static_cast<int>(difference.columns()) / drawn.columns,
                row * static_cast<int>(difference.rows()) / drawn.rows);
}

QPoint WrongMap::place_of(int row, int column) const {
  const Grid drawn = grid();
  const workshop::Difference& difference = wrong_->difference;
  return cell(drawn, row * drawn.rows / static_cast<int>(difference.rows()),
              column * drawn.columns / static_cast<int>(difference.columns()))
      .center()
      .toPoint();
}

std::optional<QString> WrongMap::tip_at(const QPoint& point) const {
  if (!wrong_) return std::nullopt;
  const auto at = cell_at(point);
  QString text = words_;
  const Grid drawn = grid();
  const workshop::Difference& difference = wrong_->difference;
  const bool each = drawn.rows == static_cast<int>(difference.rows()) &&
                    drawn.columns == static_cast<int>(difference.columns());  // else a cell stands for several
  if (at && each) {
    const std::size_t place =
        static_cast<std::size_t>(at->y()) * difference.columns() + static_cast<std::size_t>(at->x());
    text = QString::fromStdString(workshop::index_in_words(difference.shape, place)) + QStringLiteral(": ") +
           (difference.wrong[place] ? tr("wrong") : tr("right"));
  }
  return plain_tip(text);
}

}  // namespace mlplab
