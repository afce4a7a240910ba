// Precision, recall and F1 of each class as a table; what is 0/0 is a dash, and its tool tip says why.
#pragma once

#include <QStringList>
#include <vector>

#include "core/inspection/confusion.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class ClassTableModel : public ColumnTable {
  Q_OBJECT
 public:
  enum Column {
    name_column,
    images_column,
    predicted_column,
    right_column,
    precision_column,
    recall_column,
    f1_column,
    column_count
  };

  explicit ClassTableModel(QObject* parent = nullptr);
  void set_figures(std::vector<ClassFigures> figures, const QStringList& names);

 private:
  std::vector<ClassFigures> figures_;
  QStringList names_;
};

}  // namespace mlplab
