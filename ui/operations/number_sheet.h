// A small table of numbers that are typed or pasted, for a grid to slide a window over or for the weights of a filter.
// Not modal: what it says is shown at once. A cell that holds no number is named in a sentence.
#pragma once

#include <QDialog>
#include <vector>

#include "core/operations/typed_grid.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QTableWidget;

namespace mlplab {

class NumberSheet : public QDialog {
  Q_OBJECT
 public:
  /// `sides`: the sizes of squares to choose from, of which every cell needs a number; empty: any size up to
  /// most_typed_side.
  NumberSheet(const QString& title, const QString& hint, std::vector<int> sides, QWidget* parent);
  /// The last grid that could be read.
  const NumberGrid& grid() const { return grid_; }
  void set_grid(const NumberGrid& grid);
  /// '' where all cells can be read.
  QString fault() const;
  void set_theme(const Theme& theme);
  QTableWidget& table() { return *table_; }

 public Q_SLOTS:
  /// Rows of numbers, as from a spreadsheet, in place of all that is there.
  void paste(const QString& text);

 Q_SIGNALS:
  void gridChanged(const mlplab::NumberGrid& grid);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const TypedCells& cells);
  void choose_side();
  void read();
  void show_fault(const QString& why);
  int side() const;  // 0: any

  NumberGrid grid_;
  QComboBox* sides_ = nullptr;
  QTableWidget* table_;
  QLabel* fault_;
  Theme theme_ = light_theme();
  bool filling_ = false;
};

}  // namespace mlplab
