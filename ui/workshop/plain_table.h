// A table of core/reporting as rows of a view: the first columns are words, numbers stand on the right.
#pragma once

#include <QTableView>
#include <map>
#include <set>

#include "core/reporting/table.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class PlainTable : public ColumnTable {
  Q_OBJECT
 public:
  /// `words`: the columns of words.
  explicit PlainTable(std::set<int> words, QObject* parent = nullptr);
  void set_table(Table table);
  /// A column's title as it is shown; the table's own is its tip.
  void shorten(int column, const QString& title) { short_[column] = title; }
  const Table& table() const { return table_; }

 private:
  Table table_;
  std::set<int> words_;
  std::map<int, QString> short_;
};

/// A view of it; `name` for screen readers.
QTableView* make_plain_view(PlainTable* model, const QString& name);
/// Columns as wide as what is in them, but for those that share the rest.
void fit_columns(QTableView* view, const std::set<int>& stretched);

}  // namespace mlplab
