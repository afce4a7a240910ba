// Base of tables whose columns are known from the start. To add a column: its TableColumn, in the place of its number.
#pragma once

#include <QAbstractTableModel>
#include <functional>
#include <vector>

namespace mlplab {

struct TableColumn {
  QString title;
  std::function<QVariant(int row)> cell;
  bool words = false;                              // they stand on the left, numbers on the right
  QString tip = {};                                // of the header
  std::function<QVariant(int row)> cell_tip = {};  // (optional) default: none
};

class ColumnTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 protected:
  using QAbstractTableModel::QAbstractTableModel;
  void set_columns(std::vector<TableColumn> columns) { columns_ = std::move(columns); }
  QVariant cell(int row, int column) const { return columns_[static_cast<std::size_t>(column)].cell(row); }
  static QVariant alignment(bool words);

 private:
  std::vector<TableColumn> columns_;
};

}  // namespace mlplab
