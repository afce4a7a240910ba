// To add a kind: its line in Terms, and in Sees what part of its input a part of its output depends on.
#include "core/model/neuron.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/model/activation.h"
#include "core/model/reference/normalization.h"

namespace mlplab {
namespace {

Field whole(const Shape& shape) { return {0, shape.height, 0, shape.width}; }

Field joined(const Field& a, const Field& b) {
  return {std::min(a.top, b.top), std::max(a.bottom, b.bottom), std::min(a.left, b.left), std::max(a.right, b.right)};
}

/// The pixels under the windows of `part`, those outside the image left out.
Field under(const Window& window, const Field& part, const Shape& in) {
  return {std::max(0, part.top * window.stride.height - window.padding.height),
          std::min(in.height, (part.bottom - 1) * window.stride.height - window.padding.height + window.kernel.height),
          std::max(0, part.left * window.stride.width - window.padding.width),
          std::min(in.width, (part.right - 1) * window.stride.width - window.padding.width + window.kernel.width)};
}

/// Which part of a layer's input the part `part` of its output depends on.
struct Sees {
  const Field& part;
  const Shape& in;

  Field operator()(const Conv2d& conv) const { return under(conv.window, part, in); }
  template <Pooling which>
  Field operator()(const Pool<which>& pool) const {
    return under(pool.window, part, in);
  }
  Field operator()(const Dense& /*dense*/) const { return whole(in); }
  Field operator()(const GlobalAveragePool& /*pool*/) const { return whole(in); }
  Field operator()(const Flatten& /*flatten*/) const { return whole(in); }
  Field operator()(const BatchNorm& /*norm*/) const { return part; }
  Field operator()(const Dropout& /*dropout*/) const { return part; }
  Field operator()(const Add& /*add*/) const { return part; }
  Field operator()(const ActivationLayer& /*layer*/) const { return part; }
  Field operator()(const Normalize& /*normalize*/) const { return part; }
};

/// Fills `neuron` with the terms of number [channel, row, column] of a layer's output.
class Terms : PredictedNode {
 public:
  Terms(const TrainingState& state, const Network& network, std::size_t node, std::span<const float> x,
        const std::vector<std::vector<float>>& outputs, std::size_t index, Neuron& neuron)
      : PredictedNode(state, network, node, x, outputs), index_(index), neuron_(neuron) {
    const Shape& out = network.shapes[node];
    const std::size_t plane = static_cast<std::size_t>(out.height) * static_cast<std::size_t>(out.width);
    channel_ = static_cast<int>(index / plane);
    row_ = static_cast<int>(index % plane) / out.width;
    column_ = static_cast<int>(index % plane) % out.width;
  }

  void operator()(const Dense& dense) const {
    (void)dense;
    const float* weight = tensor("weight") + index_ * in_.size();
    for (std::size_t i = 0; i < in_.size(); ++i) add(0, i, weight[i]);
    neuron_.bias = double{tensor("bias")[index_]};
  }
  void operator()(const Conv2d& conv) const {
    const auto [height, width] = conv.window.kernel;
    const float* weight = tensor("weight") + std::size_t(channel_) * std::size_t(in_.channels * height * width);
    for (int c = 0; c < in_.channels; ++c)
      for_window(conv.window, c,
                 [&](std::size_t place, int p, int q) { add(0, place, weight[(c * height + p) * width + q]); });
    if (conv.bias) neuron_.bias = double{tensor("bias")[channel_]};
  }
  void operator()(const MaxPool& pool) const {
    for_window(pool.window, channel_, [&](std::size_t place, int, int) { add(0, place, 0.0F); });
    const auto taken = std::ranges::max_element(neuron_.terms, {}, &Term::x);
    if (taken != neuron_.terms.end()) taken->weight = 1.0F;
  }
  void operator()(const AveragePool& pool) const { mean(pool.window); }
  void operator()(const GlobalAveragePool& /*pool*/) const { mean({.kernel = {in_.height, in_.width}}); }
  void operator()(const BatchNorm& norm) const {
    const Normalization n = normalization(norm);
    const double scale = double{tensor("weight")[channel_]} * n.scale_of(channel_);
    add(0, index_, static_cast<float>(scale));
    neuron_.bias = double{tensor("bias")[channel_]} - scale * double{n.mean[channel_]};
  }
  void operator()(const Normalize& normalize) const {
    const auto channel = static_cast<std::size_t>(channel_);
    const double scale = 1.0 / std::sqrt(double{normalize.variances(in_.channels)[channel]});
    add(0, index_, static_cast<float>(scale));
    neuron_.bias = -scale * double{normalize.means(in_.channels)[channel]};
  }
  void operator()(const Add& /*add*/) const {
    add(0, index_, 1.0F);
    add(1, index_, 1.0F);
  }
  void operator()(const Dropout& /*dropout*/) const { add(0, index_, 1.0F); }
  void operator()(const Flatten& /*flatten*/) const { add(0, index_, 1.0F); }
  void operator()(const ActivationLayer& /*layer*/) const { add(0, index_, 1.0F); }

 private:
  void add(int input, std::size_t place, float weight) const {
    const std::size_t plane = std::size_t(in_.height) * std::size_t(in_.width);
    neuron_.terms.push_back({input, static_cast<int>(place / plane), static_cast<int>(place % plane) / in_.width,
                             static_cast<int>(place % plane) % in_.width, x_[std::size_t(input)][place], weight});
  }
  /// work(place in the input, row and column within the window) for the pixels inside the image.
  template <class Work>
  void for_window(const Window& window, int channel, const Work& work) const {
    for (int p = 0; p < window.kernel.height; ++p)
      for (int q = 0; q < window.kernel.width; ++q) {
        const int row = row_ * window.stride.height + p - window.padding.height;
        const int column = column_ * window.stride.width + q - window.padding.width;
        if (row < 0 || column < 0 || row >= in_.height || column >= in_.width) continue;
        work((std::size_t(channel) * std::size_t(in_.height) + std::size_t(row)) * std::size_t(in_.width) +
                 std::size_t(column),
             p, q);
      }
  }
  void mean(const Window& window) const {
    const float share = 1.0F / static_cast<float>(window.kernel.height * window.kernel.width);
    for_window(window, channel_, [&](std::size_t place, int, int) { add(0, place, share); });
  }

  std::size_t index_;
  int channel_ = 0, row_ = 0, column_ = 0;
  Neuron& neuron_;
};

}  // namespace

Neuron explain(const TrainingState& state, const Network& network, std::span<const float> x,
               const Prediction& prediction, std::size_t node, std::size_t index) {
  Neuron neuron;
  neuron.activation = activation_of(state.model.layers[node].layer);
  std::visit(Terms(state, network, node, x, prediction.activations, index, neuron), state.model.layers[node].layer);
  neuron.sum = neuron.bias;
  for (const Term& term : neuron.terms) neuron.sum += term.weight == 0.0F ? 0.0 : term.product();
  neuron.value = activate(neuron.activation, static_cast<float>(neuron.sum));
  return neuron;
}

Field receptive_field(const ModelSpec& model, const Network& network, std::size_t node, std::size_t index) {
  std::vector<std::optional<Field>> parts(node + 1);  // of each layer's output; none: it is not asked
  const Shape& out = network.shapes[node];
  const auto place = static_cast<int>(index % (std::size_t(out.height) * std::size_t(out.width)));
  parts[node] = Field{place / out.width, place / out.width + 1, place % out.width, place % out.width + 1};
  std::optional<Field> seen;
  for (std::size_t at = node + 1; at-- > 0;) {
    if (!parts[at]) continue;
    for (const int input : network.inputs[at]) {
      const Shape& in = input < 0 ? model.input : network.shapes[static_cast<std::size_t>(input)];
      const Field part = std::visit(Sees{*parts[at], in}, model.layers[at].layer);
      std::optional<Field>& known = input < 0 ? seen : parts[static_cast<std::size_t>(input)];
      known = known ? joined(*known, part) : part;
    }
  }
  return seen.value_or(whole(model.input));
}

}  // namespace mlplab
