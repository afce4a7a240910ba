#include "ui/runs/network_input.h"

#include <numeric>

#include "core/model/network.h"
#include "core/run/run_spec.h"

namespace mlplab {

std::optional<KnownPreparation> preparation_for(const TrainingState& state, const Dataset* data) {
  const ModelSpec& model = state.model;
  if (state.preparation == nullptr && data != nullptr && data->features() == model.inputs() &&
      (model.input.is_vector() || model.input == image_shape(*data)))
    return KnownPreparation{preparation_of(*data)};
  return known_preparation(state);
}

Shape shape_of(const ImageShape& image) { return {image.channels, image.height, image.width}; }

std::vector<float> input_of_example(const Dataset& data, const Examples& split, std::size_t index) {
  const auto count = static_cast<std::size_t>(data.features());
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = float(split.features[index * count + i]) * feature_scale;
  return x;
}

QString class_title(int label, const std::vector<std::string>& names) {
  return QString::fromStdString(class_name(names, label));
}

bool predicts_at_once(const ModelSpec& model) {
  const std::vector<double> flops = network_of(model).flops;
  return std::accumulate(flops.begin(), flops.end(), 0.0) <= flops_at_once_max;
}

}  // namespace mlplab
