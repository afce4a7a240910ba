// The products of a neuron's sum as a table, the largest first.
#pragma once

#include <vector>

#include "core/model/neuron.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

class TermModel : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { place_column, x_column, weight_column, product_column, column_count };
  /// More rows than anyone reads are left out.
  static constexpr std::size_t most_rows = 200;

  explicit TermModel(QObject* parent = nullptr);
  /// `maps`: that the layer takes. A place is then a map, a row and a column, of one map its row and column; 0: a unit.
  void set_terms(std::vector<Term> terms, int maps);

 private:
  const Term& at(int row) const { return terms_[static_cast<std::size_t>(row)]; }
  QString place(const Term& term) const;

  std::vector<Term> terms_;
  int maps_ = 1;
};

}  // namespace mlplab
