// Base of tables: each column says what its cells are, and the table how many rows it has now. To add a column: its
// TableColumn, in the place of its number.
#pragma once

#include <QAbstractTableModel>
#include <functional>
#include <vector>

#include "ui/theme/theme.h"

namespace mlplab {

struct TableColumn {
  QString title;
  std::function<QVariant(int row)> cell;
  bool words = false;                              // they stand on the left, numbers on the right
  QString tip = {};                                // of the header
  std::function<QVariant(int row)> cell_tip = {};  // (optional) default: none
  std::function<QVariant(int row)> mark = {};      // (optional) an icon before the cell. Default: none
  std::function<QVariant(int row)> color = {};     // (optional) default: the theme's
};

class ColumnTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  /// All cells are painted anew.
  void set_theme(const Theme& theme);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 protected:
  using QAbstractTableModel::QAbstractTableModel;
  void set_columns(std::vector<TableColumn> columns) { columns_ = std::move(columns); }
  /// The cells are made of other things: call it when those are in their place.
  void set_rows(std::size_t rows);
  /// The rows are the same, and other things stand in their cells.
  void refresh_cells();
  /// For a column whose header follows what the cells are made of.
  void set_header(int column, const QString& title, const QString& tip = {});
  QVariant cell(int row, int column) const { return columns_[static_cast<std::size_t>(column)].cell(row); }
  static QVariant alignment(bool words);

  Theme theme_ = light_theme();

 private:
  int rows_ = 0;
  std::vector<TableColumn> columns_;
};

}  // namespace mlplab
