// What a network is, as a value and as JSON; holds no memory. A layer kind is added here, in parameters.cpp and in
// compute/network.cpp.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace mlplab {

enum class Activation { identity, relu, sigmoid, tanh };
enum class Loss { softmax_cross_entropy, mean_squared_error };
enum class Initializer { he, xavier };

/// A fully connected layer: y = f(x Wᵀ + b), x [batch, in], W [units, in], b [units], y [batch, units].
struct LayerSpec {
  int units = 0;
  Activation activation = Activation::identity;
  bool operator==(const LayerSpec&) const = default;
};

struct ModelSpec {
  int inputs = 0;
  std::vector<LayerSpec> layers;  // the last one's units are the classes
  Loss loss = Loss::softmax_cross_entropy;
  Initializer initializer = Initializer::he;

  int outputs() const { return layers.empty() ? 0 : layers.back().units; }
  /// Width of the input of layer `layer`.
  int layer_inputs(std::size_t layer) const { return layer == 0 ? inputs : layers[layer - 1].units; }
  /// [inputs, units...], e.g. 784, 256, 10.
  std::vector<int> widths() const;
  /// '784-256-10'.
  std::string name() const;
  /// Number of weights and biases.
  std::size_t parameter_count() const;
  bool operator==(const ModelSpec&) const = default;
};

/// An MLP of these widths: hidden layers with `hidden`, the last one linear (logits).
/// Throws UsageError for fewer than two widths, a width < 1, or more than 2^31 weights in all.
ModelSpec make_mlp(const std::vector<int>& widths, Activation hidden, Loss loss = Loss::softmax_cross_entropy,
                   Initializer initializer = Initializer::he);
/// '784-256-10' -> {784, 256, 10}. Throws UsageError.
std::vector<int> parse_widths(const std::string& text);
/// '' where both compute the same function of the same weights (layers and activations; the loss and the initialiser
/// are of no account), else how they differ: 'it is 784-256-10 and not 784-128-10', '…with other activations'.
std::string difference_of(const ModelSpec& model, const ModelSpec& wanted);
/// Throws UsageError saying which rule a spec breaks.
void validate(const ModelSpec& spec);

std::string to_string(Activation value);
std::string to_string(Loss value);
std::string to_string(Initializer value);
Activation parse_activation(const std::string& text);
Loss parse_loss(const std::string& text);
Initializer parse_initializer(const std::string& text);

void to_json(nlohmann::json& json, const ModelSpec& spec);
/// Throws UsageError for a missing, unknown or ill-typed member.
void from_json(const nlohmann::json& json, ModelSpec& spec);

}  // namespace mlplab
