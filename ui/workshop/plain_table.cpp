#include "ui/workshop/plain_table.h"

#include <QHeaderView>

#include "ui/widgets/page.h"
#include "ui/widgets/tables.h"

namespace mlplab {

PlainTable::PlainTable(std::set<int> words, QObject* parent) : ColumnTable(parent), words_(std::move(words)) {}

void PlainTable::set_table(Table table) {
  table_ = std::move(table);
  std::vector<TableColumn> columns;
  for (std::size_t i = 0; i < table_.header.size(); ++i) {
    const QString title = QString::fromStdString(table_.header[i]);
    const auto shorter = short_.find(static_cast<int>(i));
    const bool shortened = shorter != short_.end();
    const auto cell = [this, i](int row) {
      return QString::fromStdString(table_.rows[static_cast<std::size_t>(row)][i]);
    };
    columns.push_back({.title = shortened ? shorter->second : title,
                       .cell = cell,
                       .words = words_.contains(static_cast<int>(i)),
                       .tip = shortened ? title : QString(),
                       .cell_tip = cell});
  }
  set_columns(std::move(columns));
  set_rows(table_.rows.size());
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
  fit_columns_to_words(*view->horizontalHeader());
  for (const int column : stretched) view->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
}

}  // namespace mlplab
