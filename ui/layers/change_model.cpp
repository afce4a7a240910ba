#include "ui/layers/change_model.h"

#include "ui/widgets/display_numbers.h"

namespace mlplab {

QString weight_words(const Tensor& tensor, std::size_t place, const Shape& in) {
  const std::vector<int>& shape = tensor.shape;
  std::vector<int> at(shape.size());  // the indices of the place
  for (std::size_t i = shape.size(); i-- > 0;) {
    at[i] = static_cast<int>(place % static_cast<std::size_t>(shape[i]));
    place /= static_cast<std::size_t>(shape[i]);
  }
  if (at.size() == 2 && !in.is_vector()) {  // a dense layer that takes maps one after the other
    const int plane = in.height * in.width, input = at[1];
    at = {at[0], input / plane, input % plane / in.width, input % in.width};
  }
  if (at.size() == 4 && in.channels == 1) return QStringLiteral("%1 ← %2, %3").arg(at[0] + 1).arg(at[2]).arg(at[3]);
  if (at.size() == 4) return QStringLiteral("%1 ← %2: %3, %4").arg(at[0] + 1).arg(at[1] + 1).arg(at[2]).arg(at[3]);
  if (at.size() == 2) return QStringLiteral("%1 ← %2").arg(at[0] + 1).arg(at[1] + 1);
  const QString name = QString::fromStdString(tensor.name);
  return QStringLiteral("%1 %2").arg(name.section(QLatin1Char('.'), -1)).arg(at.empty() ? 1 : at[0] + 1);
}

void ChangeModel::show(const LayerChange* layer, const Network& network, const Shape& in) {
  beginResetModel();
  weights_ = layer == nullptr ? std::vector<WeightChange>() : layer->most;
  places_.clear();
  for (const WeightChange& weight : weights_) places_ << weight_words(network.tensors[weight.tensor], weight.place, in);
  endResetModel();
}

int ChangeModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(weights_.size());
}

int ChangeModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

QVariant ChangeModel::data(const QModelIndex& index, int role) const {
  const int left = index.column() == place_column ? Qt::AlignLeft : Qt::AlignRight;
  if (role == Qt::TextAlignmentRole) return left | static_cast<int>(Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const WeightChange& weight = this->weight(index.row());
  switch (index.column()) {
    case place_column:
      return places_[index.row()];
    case before_column:
      return display_number(double{weight.before});
    case change_column:
      return (weight.change() > 0.0 ? QStringLiteral("+") : QString()) + display_number(weight.change());
    default:
      return display_number(double{weight.after});
  }
}

QVariant ChangeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole && section == place_column) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == place_column)
    return tr("unit or map ← what it takes; rows and columns count from 0");
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case place_column:
      return tr("Weight");
    case before_column:
      return tr("Before");
    case change_column:
      return tr("Change");
    default:
      return tr("After");
  }
}

}  // namespace mlplab
