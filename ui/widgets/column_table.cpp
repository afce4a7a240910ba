#include "ui/widgets/column_table.h"

namespace mlplab {

void ColumnTable::set_theme(const Theme& theme) {
  theme_ = theme;
  refresh_cells();
}

int ColumnTable::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }

int ColumnTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

void ColumnTable::set_rows(std::size_t rows) {
  beginResetModel();
  rows_ = static_cast<int>(rows);
  endResetModel();
}

void ColumnTable::refresh_cells() {
  if (rows_ > 0) Q_EMIT dataChanged(index(0, 0), index(rows_ - 1, columnCount() - 1));
}

void ColumnTable::set_header(int column, const QString& title, const QString& tip) {
  TableColumn& changed = columns_[static_cast<std::size_t>(column)];
  if (title == changed.title && tip == changed.tip) return;
  changed.title = title;
  changed.tip = tip;
  Q_EMIT headerDataChanged(Qt::Horizontal, column, column);
}

QVariant ColumnTable::alignment(bool words) {
  return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QVariant ColumnTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const TableColumn& column = columns_[static_cast<std::size_t>(index.column())];
  if (role == Qt::DisplayRole) return column.cell(index.row());
  if (role == Qt::TextAlignmentRole) return alignment(column.words);
  const auto said_by = [&](const auto& member) { return member ? member(index.row()) : QVariant(); };
  if (role == Qt::ToolTipRole) return said_by(column.cell_tip);
  if (role == Qt::DecorationRole) return said_by(column.mark);
  return role == Qt::ForegroundRole ? said_by(column.color) : QVariant();
}

QVariant ColumnTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const TableColumn& column = columns_[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return column.title;
  if (role == Qt::TextAlignmentRole) return alignment(column.words);
  return role == Qt::ToolTipRole && !column.tip.isEmpty() ? QVariant(column.tip) : QVariant();
}

}  // namespace mlplab
