// Each kind of layer computed for one example, in evaluation. To add a kind: its line in LayerOutput.
#include "core/model/inference.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/activation.h"
#include "core/model/network.h"
#include "core/model/reference/normalization.h"
#include "core/model/reference/sliding.h"

namespace mlplab {
namespace {

/// Computes one node from its inputs into y.
class LayerOutput {
 public:
  LayerOutput(const TrainingState& state, const Network& network, std::size_t node, const Shape& shape,
              std::vector<const float*> inputs, std::vector<float>& y)
      : state_(state), network_(network), node_(node), shape_(shape), x_(std::move(inputs)), y_(y) {}

  void operator()(const Dense& dense) const {
    const float* weight = tensor("weight");
    const float* bias = tensor("bias");
    std::size_t j = 0;
    for (; j + together <= y_.size(); j += together) dense_rows<together>(dense.activation, weight, bias, j);
    for (; j < y_.size(); ++j) dense_rows<1>(dense.activation, weight, bias, j);
  }
  void operator()(const Conv2d& conv) const {
    reference::convolution({1, shape_, conv.output(shape_), conv.window}, x_[0], tensor("weight"),
                           conv.bias ? tensor("bias") : nullptr, conv.activation, y_.data());
  }
  void operator()(const MaxPool& pool) const {
    reference::max_pool({1, shape_, pool.output(shape_), pool.window}, 0, shape_.channels, x_[0], y_.data());
  }
  void operator()(const AveragePool& pool) const { average(pool.window); }
  void operator()(const GlobalAveragePool& /*pool*/) const { average({.kernel = {shape_.height, shape_.width}}); }
  void operator()(const BatchNorm& norm) const {
    const Normalization n{1,
                          shape_.channels,
                          shape_.size() / static_cast<std::size_t>(shape_.channels),
                          static_cast<float>(norm.epsilon),
                          tensor("running_mean"),
                          tensor("running_var")};
    reference::normalize(n, 0, shape_.channels, x_[0], tensor("weight"), tensor("bias"), norm.activation, y_.data());
  }
  void operator()(const Normalize& normalize) const {
    const std::vector<float> means = normalize.means(shape_.channels), variances = normalize.variances(shape_.channels);
    const std::vector<float> ones(means.size(), 1.0F), zeros(means.size(), 0.0F);
    const Normalization n{
        1, shape_.channels, shape_.size() / means.size(), /*epsilon=*/0.0F, means.data(), variances.data()};
    reference::normalize(n, 0, shape_.channels, x_[0], ones.data(), zeros.data(), Activation::identity, y_.data());
  }
  void operator()(const Dropout& /*dropout*/) const { copy(Activation::identity); }
  void operator()(const Add& add) const {
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = activate(add.activation, x_[0][i] + x_[1][i]);
  }
  void operator()(const Flatten& /*flatten*/) const { copy(Activation::identity); }
  void operator()(const ActivationLayer& layer) const { copy(layer.activation); }

 private:
  /// Sums that do not wait for one another; each adds in the same order as alone.
  static constexpr std::size_t together = 8;
  template <std::size_t rows>
  void dense_rows(Activation activation, const float* weight, const float* bias, std::size_t first) const {
    const std::size_t in = shape_.size();
    const float* w = weight + first * in;
    std::array<double, rows> sums;
    for (std::size_t k = 0; k < rows; ++k) sums[k] = bias[first + k];
    for (std::size_t i = 0; i < in; ++i)
      for (std::size_t k = 0; k < rows; ++k) sums[k] += double{w[k * in + i]} * x_[0][i];
    for (std::size_t k = 0; k < rows; ++k) y_[first + k] = activate(activation, static_cast<float>(sums[k]));
  }
  const float* tensor(const char* name) const {
    const Tensor& found = network_.tensor(node_, name);
    return (found.trained ? state_.parameters : state_.statistics).data() + found.offset;
  }
  void average(const Window& window) const {
    reference::average_pool({1, shape_, window.output(shape_.channels, shape_), window}, 0, shape_.channels, x_[0],
                            y_.data());
  }
  void copy(Activation activation) const {
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = activate(activation, x_[0][i]);
  }

  const TrainingState& state_;
  const Network& network_;
  std::size_t node_;
  const Shape& shape_;  // of the first input
  std::vector<const float*> x_;
  std::vector<float>& y_;
};

}  // namespace

Prediction predict(const TrainingState& state, std::span<const float> x) {
  return *predict(state, x, std::atomic<bool>(false));
}

std::optional<Prediction> predict(const TrainingState& state, std::span<const float> x, const std::atomic<bool>& stop) {
  const Network network = network_of(state.model);
  Prediction result;
  for (std::size_t node = 0; node < network.shapes.size(); ++node) {
    if (stop) return std::nullopt;
    std::vector<const float*> inputs;
    for (const int input : network.inputs[node])
      inputs.push_back(input < 0 ? x.data() : result.activations[static_cast<std::size_t>(input)].data());
    const int first = network.inputs[node].front();
    const Shape& shape = first < 0 ? state.model.input : network.shapes[static_cast<std::size_t>(first)];
    std::vector<float> output(network.shapes[node].size());
    std::visit(LayerOutput(state, network, node, shape, std::move(inputs), output), state.model.layers[node].layer);
    result.activations.push_back(std::move(output));
  }
  const std::vector<float>& outputs = result.activations.back();
  const float largest = *std::ranges::max_element(outputs);
  double sum = 0.0;
  for (const float logit : outputs) {
    result.probabilities.push_back(std::exp(logit - largest));
    sum += result.probabilities.back();
  }
  for (float& p : result.probabilities) p = static_cast<float>(p / sum);
  result.label = static_cast<int>(std::ranges::max_element(result.probabilities) - result.probabilities.begin());
  return result;
}

}  // namespace mlplab
