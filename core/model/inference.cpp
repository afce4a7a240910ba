// Each kind of layer computed for one example, in evaluation. To add a kind: its line in LayerOutput.
#include "core/model/inference.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/activation.h"
#include "core/model/reference/sliding.h"

namespace mlplab {
namespace {

/// Computes one node from its inputs into y.
class LayerOutput : PredictedNode {
 public:
  LayerOutput(const TrainingState& state, const Network& network, std::size_t node, std::span<const float> x,
              const std::vector<std::vector<float>>& outputs, std::vector<float>& y)
      : PredictedNode(state, network, node, x, outputs), y_(y) {}

  void operator()(const Dense& dense) const {
    const float* weight = tensor("weight");
    const float* bias = tensor("bias");
    std::size_t j = 0;
    for (; j + together <= y_.size(); j += together) dense_rows<together>(dense.activation, weight, bias, j);
    for (; j < y_.size(); ++j) dense_rows<1>(dense.activation, weight, bias, j);
  }
  void operator()(const Conv2d& conv) const {
    reference::convolution({1, in_, conv.output(in_), conv.window}, x_[0], tensor("weight"),
                           conv.bias ? tensor("bias") : nullptr, conv.activation, y_.data());
  }
  void operator()(const MaxPool& pool) const {
    reference::max_pool({1, in_, pool.output(in_), pool.window}, 0, in_.channels, x_[0], y_.data());
  }
  void operator()(const AveragePool& pool) const { average(pool.window); }
  void operator()(const GlobalAveragePool& /*pool*/) const { average({.kernel = {in_.height, in_.width}}); }
  void operator()(const BatchNorm& norm) const {
    reference::normalize(normalization(norm), 0, in_.channels, x_[0], tensor("weight"), tensor("bias"), norm.activation,
                         y_.data());
  }
  void operator()(const Normalize& normalize) const {
    const std::vector<float> means = normalize.means(in_.channels), variances = normalize.variances(in_.channels);
    const std::vector<float> ones(means.size(), 1.0F), zeros(means.size(), 0.0F);
    const Normalization n{1, in_.channels, in_.size() / means.size(), /*epsilon=*/0.0F, means.data(), variances.data()};
    reference::normalize(n, 0, in_.channels, x_[0], ones.data(), zeros.data(), Activation::identity, y_.data());
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
    const std::size_t in = in_.size();
    const float* w = weight + first * in;
    std::array<double, rows> sums;
    for (std::size_t k = 0; k < rows; ++k) sums[k] = bias[first + k];
    for (std::size_t i = 0; i < in; ++i)
      for (std::size_t k = 0; k < rows; ++k) sums[k] += double{w[k * in + i]} * x_[0][i];
    for (std::size_t k = 0; k < rows; ++k) y_[first + k] = activate(activation, static_cast<float>(sums[k]));
  }
  void average(const Window& window) const {
    reference::average_pool({1, in_, window.output(in_.channels, in_), window}, 0, in_.channels, x_[0], y_.data());
  }
  void copy(Activation activation) const {
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = activate(activation, x_[0][i]);
  }

  std::vector<float>& y_;
};

}  // namespace

PredictedNode::PredictedNode(const TrainingState& state, const Network& network, std::size_t node,
                             std::span<const float> x, const std::vector<std::vector<float>>& outputs)
    : state_(state), network_(network), node_(node), in_(input_shape(state.model, network, node)) {
  for (const int input : network.inputs[node])
    x_.push_back(input < 0 ? x.data() : outputs[static_cast<std::size_t>(input)].data());
}

const float* PredictedNode::tensor(const char* name) const {
  const Tensor& found = network_.tensor(node_, name);
  return (found.trained ? state_.parameters : state_.statistics).data() + found.offset;
}

Normalization PredictedNode::normalization(const BatchNorm& norm) const {
  return {1,
          in_.channels,
          in_.size() / static_cast<std::size_t>(in_.channels),
          static_cast<float>(norm.epsilon),
          tensor("running_mean"),
          tensor("running_var")};
}

Prediction predict(const TrainingState& state, std::span<const float> x) {
  return *predict(state, x, std::atomic<bool>(false));
}

std::optional<Prediction> predict(const TrainingState& state, std::span<const float> x, const std::atomic<bool>& stop) {
  const Network network = network_of(state.model);
  Prediction result;
  for (std::size_t node = 0; node < network.shapes.size(); ++node) {
    if (stop) return std::nullopt;
    std::vector<float> output(network.shapes[node].size());
    std::visit(LayerOutput(state, network, node, x, result.activations, output), state.model.layers[node].layer);
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
