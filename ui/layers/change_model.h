// The weights of a layer that a step moved most, as a table, the largest change first.
#pragma once

#include <vector>

#include "core/inspection/step_change.h"
#include "core/model/network.h"
#include "ui/widgets/column_table.h"

namespace mlplab {

/// The number of a unit or map ← that of what it takes, and there a row and a column, from 0: '3 ← 14, 9'; 'bias 3'.
/// `in`: the shape that the layer takes.
QString weight_words(const Tensor& tensor, std::size_t place, const Shape& in);

class ChangeModel : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { place_column, before_column, change_column, after_column, column_count };

  explicit ChangeModel(QObject* parent = nullptr);
  /// The weights of a layer that takes `in`; null: no rows.
  void show(const LayerChange* layer, const Network& network, const Shape& in);
  const WeightChange& weight(int row) const { return weights_[static_cast<std::size_t>(row)]; }

 private:
  std::vector<WeightChange> weights_;
  QStringList places_;  // [weights]
};

}  // namespace mlplab
