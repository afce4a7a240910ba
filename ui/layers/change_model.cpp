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

ChangeModel::ChangeModel(QObject* parent) : ColumnTable(parent) {
  set_columns({{.title = tr("Weight"),
                .cell = [this](int row) { return places_[row]; },
                .words = true,
                .tip = tr("unit or map ← what it takes; rows and columns count from 0")},
               {tr("Before"), [this](int row) { return display_number(double{weight(row).before}); }},
               {tr("Change"),
                [this](int row) {
                  const double change = weight(row).change();
                  return (change > 0.0 ? QStringLiteral("+") : QString()) + display_number(change);
                }},
               {tr("After"), [this](int row) { return display_number(double{weight(row).after}); }}});
}

void ChangeModel::show(const LayerChange* layer, const Network& network, const Shape& in) {
  weights_ = layer == nullptr ? std::vector<WeightChange>() : layer->most;
  places_.clear();
  for (const WeightChange& weight : weights_) places_ << weight_words(network.tensors[weight.tensor], weight.place, in);
  set_rows(weights_.size());
}

}  // namespace mlplab
