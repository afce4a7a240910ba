// A table of the messages of the compiler and the faults of the check, a row each, with its line.
#pragma once

#include "core/workshop/check.h"
#include "ui/widgets/column_table.h"
#include "ui/workshop/code_edit.h"

namespace mlplab {

class FindingTable : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { line_column, what_column };
  explicit FindingTable(QObject* parent = nullptr);
  void show_check(const workshop::Work& work, const workshop::Check& check);
  void clear();
  /// Those with a line, as marks of the text.
  std::vector<LineMark> marks() const;
  /// 0: of no line.
  int line_of(int row) const { return rows_[static_cast<std::size_t>(row)].line; }

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  enum class Kind { error, warning, note };
  struct Row {
    int line = 0;
    Kind kind = Kind::error;
    QString text;
  };
  std::vector<Row> rows_;
};

}  // namespace mlplab
