#include "core/model/inference.h"

#include <algorithm>
#include <cmath>

#include "core/model/activation.h"
#include "core/model/parameters.h"

namespace mlplab {
Prediction predict(const ModelSpec& model, std::span<const float> parameters, std::span<const float> x) {
  const ParameterLayout layout = layout_of(model);
  Prediction result;
  std::vector<float> input(x.begin(), x.end());
  for (std::size_t l = 0; l < layout.layers.size(); ++l) {
    const LayerSlice& slice = layout.layers[l];
    const auto in = static_cast<std::size_t>(slice.in), out = static_cast<std::size_t>(slice.out);
    std::vector<float> output(out);
    for (std::size_t j = 0; j < out; ++j) {
      double sum = parameters[slice.bias + j];
      for (std::size_t i = 0; i < in; ++i) sum += double{parameters[slice.weight + j * in + i]} * input[i];
      output[j] = activate(dense_layer(model, l).activation, static_cast<float>(sum));
    }
    result.activations.push_back(output);
    input = std::move(output);
  }
  const float largest = *std::ranges::max_element(input);
  double sum = 0.0;
  for (const float logit : input) {
    result.probabilities.push_back(std::exp(logit - largest));
    sum += result.probabilities.back();
  }
  for (float& p : result.probabilities) p = static_cast<float>(p / sum);
  result.label = static_cast<int>(std::ranges::max_element(result.probabilities) - result.probabilities.begin());
  return result;
}

}  // namespace mlplab
