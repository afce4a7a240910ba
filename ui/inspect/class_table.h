// Precision, recall and F1 of each class as a table; what is 0/0 is a dash, and its tool tip says why.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

#include "core/inspection/confusion.h"

namespace mlplab {

class ClassTableModel : public QAbstractTableModel {
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

  using QAbstractTableModel::QAbstractTableModel;
  void set_figures(std::vector<ClassFigures> figures, const QStringList& names);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<ClassFigures> figures_;
  QStringList names_;
};

}  // namespace mlplab
