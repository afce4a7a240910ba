#include "ui/runs/network_input.h"

#include <algorithm>
#include <numeric>

#include "core/data/digit_fit.h"
#include "core/model/network.h"
#include "core/run/run_spec.h"

namespace mlplab {

std::optional<Shape> picture_of(const ModelSpec& model, const Dataset* data) {
  if (!model.input.is_vector()) return model.input;
  if (data != nullptr && data->features() == model.inputs()) return picture_shape(*data);
  if (model.inputs() == mnist_side * mnist_side) return Shape{1, mnist_side, mnist_side};
  return std::nullopt;
}

std::vector<float> input_of_drawing(const GrayImage& ink, const Shape& picture) {
  const GrayImage fitted = fit_ink(ink, picture.height, picture.width);
  std::vector<float> x;
  for (int channel = 0; channel < picture.channels; ++channel)
    for (const std::uint8_t pixel : fitted.pixels) x.push_back(float(pixel) * feature_scale);
  return x;
}

std::vector<float> input_of_example(const Dataset& data, const Examples& split, std::size_t index) {
  const auto count = static_cast<std::size_t>(data.features());
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = float(split.features[index * count + i]) * feature_scale;
  return x;
}

QString answer_title(int label, const Dataset* data) {
  if (data != nullptr && label < data->classes())
    return QString::fromStdString(data->class_names[static_cast<std::size_t>(label)]);
  return QString::number(label);
}

bool answers_at_once(const ModelSpec& model) {
  const std::vector<double> flops = network_of(model).flops;
  return std::accumulate(flops.begin(), flops.end(), 0.0) <= flops_at_once_max;
}

}  // namespace mlplab
