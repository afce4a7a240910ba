// An output drawn as a table of its numbers: which are right and which are wrong, the first wrong one in a ring. Large
// outputs are drawn smaller: a cell is wrong where any of its numbers is.
#pragma once

#include <optional>

#include "core/workshop/check.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

class WrongMap : public PaintedView {
  Q_OBJECT
 public:
  explicit WrongMap(QWidget* parent = nullptr);
  /// Nothing: no output is wrong.
  void show_wrong(const std::optional<workshop::WrongElement>& wrong, const QString& words);
  QSize sizeHint() const override { return {220, 160}; }
  QSize minimumSizeHint() const override { return {120, 90}; }
  /// The row and column of the output that are drawn there; nothing beside it.
  std::optional<QPoint> cell_at(const QPoint& place) const;
  /// The middle of a number of the output, where it is drawn.
  QPoint place_of(int row, int column) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  std::optional<QString> tip_at(const QPoint& place) const override;

 private:
  struct Grid {
    QRectF area;
    int rows = 0, columns = 0;  // that are drawn
  };
  Grid grid() const;
  QRectF cell(const Grid& grid, int row, int column) const;
  void paint_cells(QPainter& painter, const Grid& grid) const;
  void paint_legend(QPainter& painter) const;
  int legend_height() const;

  std::optional<workshop::WrongElement> wrong_;
  QString words_;
};

}  // namespace mlplab
