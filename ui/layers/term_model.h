// The products of a neuron's sum as a table, the largest first.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/model/neuron.h"

namespace mlplab {

class TermModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { place_column, x_column, weight_column, product_column, column_count };
  /// More rows than anyone reads are left out.
  static constexpr std::size_t most_rows = 200;

  using QAbstractTableModel::QAbstractTableModel;
  /// `maps`: that the layer takes. A place is then a map, a row and a column, of one map its row and column; 0: a unit.
  void set_terms(std::vector<Term> terms, int maps);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<Term> terms_;
  int maps_ = 1;
};

}  // namespace mlplab
