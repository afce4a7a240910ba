// The charts of a page: cards in rows and columns, or, in projector mode, one of them alone. A page adds a chart with
// add_chart() and fills it with set_data(); any other widget becomes a cell with add().
#pragma once

#include <QWidget>
#include <vector>

#include "ui/charts/chart_card.h"
#include "ui/theme/theme.h"

class QGridLayout;

namespace mlplab {

/// Where a cell lies: rows and columns are counted from 0.
struct GridCell {
  int row = 0, column = 0;
  int rows = 1, columns = 1;
};

class ChartGrid : public QWidget {
  Q_OBJECT
 public:
  explicit ChartGrid(QWidget* parent = nullptr);
  ChartCard* add_chart(const GridCell& cell);
  /// A cell of the page's own, which also gives it its theme.
  void add(QWidget* widget, const GridCell& cell);
  /// How much of the spare height a row gets; 1 where it is not said.
  void set_row_stretch(int row, int stretch);
  /// The charts in the order of add_chart().
  const std::vector<ChartCard*>& charts() const { return charts_; }
  /// A chart each; of more charts than cards the last card offers the choice.
  void set_data(const std::vector<Chart>& charts);
  /// Each chart's y axis is a choice that is kept under this name.
  void remember_axes_as(const QString& name);
  void set_theme(const Theme& theme);
  /// In projector mode: the next cell.
  void show_next();

 Q_SIGNALS:
  /// Sentences for the banner, from any of the charts.
  void failed(const QString& message);
  void saved(const QString& path);

 private:
  struct Cell {
    QWidget* widget = nullptr;
    GridCell place;
  };
  void arrange();

  QGridLayout* layout_;
  std::vector<Cell> cells_;
  std::vector<ChartCard*> charts_;
  std::vector<int> row_stretch_;
  int columns_ = 0;
  bool projector_ = false;
  int projected_ = 0;
};

}  // namespace mlplab
