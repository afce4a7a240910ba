#include "ui/workshop/plain_table.h"

#include <QHeaderView>

#include "ui/widgets/page.h"
#include "ui/widgets/tables.h"

namespace mlplab {

PlainTable::PlainTable(std::set<int> words, QObject* parent) : QAbstractTableModel(parent), words_(std::move(words)) {}

void PlainTable::set_table(Table table) {
  beginResetModel();
  table_ = std::move(table);
  endResetModel();
}

int PlainTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}

int PlainTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_.header.size());
}

QVariant PlainTable::alignment(int column) const {
  return static_cast<int>((words_.contains(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QVariant PlainTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole) return alignment(index.column());
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  return QString::fromStdString(
      table_.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())]);
}

QVariant PlainTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignment(section);
  const auto shorter = short_.find(section);
  if (role == Qt::DisplayRole && shorter != short_.end()) return shorter->second;
  if (role != Qt::DisplayRole && (role != Qt::ToolTipRole || shorter == short_.end())) return {};
  return QString::fromStdString(table_.header[static_cast<std::size_t>(section)]);
}

QTableView* make_plain_view(PlainTable* model, const QString& name) {
  constexpr int row_height = 24;
  QTableView* view = make_page_table(model, name, row_height);
  leave_space_to_the_run(view);
  view->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  return view;
}

void fit_columns(QTableView* view, const std::set<int>& stretched) {
  if (view->model()->columnCount() == 0) return;
  view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  for (const int column : stretched) view->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
}

}  // namespace mlplab
