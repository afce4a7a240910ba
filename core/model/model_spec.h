// A network as a value and as JSON; holds no memory. Its layers' kinds are in layers/; network.h works out shapes and
// places.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/model/kinds.h"
#include "core/model/layers/layer.h"

namespace mlplab {

enum class Initializer { he, xavier };

/// One layer and what it takes: nodes before it by number, -1 for the example itself; empty for the node before. Its
/// tensors are named after it, 'layer1.0.conv1.weight'; '' stands for 'layers.N'.
struct Node {
  Layer layer;
  std::vector<int> inputs = {};
  std::string name = {};
  bool operator==(const Node&) const = default;
};

struct ModelSpec {
  Shape input;               // of one example
  std::vector<Node> layers;  // in topological order; the last one gives the outputs
  Loss loss = Loss::softmax_cross_entropy;
  Initializer initializer = Initializer::he;
  std::string title = {};  // what the network is called where it is no MLP: 'resnet34'

  int inputs() const { return static_cast<int>(input.size()); }
  int outputs() const;
  /// [inputs, outputs of each layer], e.g. 784, 256, 10; of a spec that breaks a rule too.
  std::vector<int> widths() const;
  /// '784-256-10' of an MLP; else the title, or how many layers there are.
  std::string name() const;
  /// Number of weights and biases.
  std::size_t parameter_count() const;
  bool operator==(const ModelSpec&) const = default;
};

/// An MLP of these widths: hidden layers with `hidden`, the last one linear (logits).
/// Throws UsageError for fewer than two widths, a width < 1, or more than 2^28 weights in all.
ModelSpec make_mlp(const std::vector<int>& widths, Activation hidden, Loss loss = Loss::softmax_cross_entropy,
                   Initializer initializer = Initializer::he);
/// True where each layer is dense and takes the one before it.
bool is_mlp(const ModelSpec& spec);
bool has_convolution(const ModelSpec& spec);
/// Its first layer with weights takes the pixels, which may be 0.
bool begins_with_dense_layer(const ModelSpec& spec);
/// Layer `layer` of an MLP. Throws UsageError where it is not dense.
Dense& dense_layer(ModelSpec& spec, std::size_t layer);
const Dense& dense_layer(const ModelSpec& spec, std::size_t layer);
/// '784-256-10' -> {784, 256, 10}. Throws UsageError.
std::vector<int> parse_widths(const std::string& text);
std::string text_of_widths(const std::vector<int>& widths);

/// '' where both compute the same function of the same weights (layers and activations; the loss and the initialiser
/// are of no account), else how they differ: 'its network is 784-256-10 and not 784-128-10'.
std::string difference_of(const ModelSpec& model, const ModelSpec& wanted);
/// The network for other images and classes: the shape of its input, and the units of its last dense layer. An MLP
/// takes the image as a vector. Throws UsageError where its layers cannot take such images.
void fit_to(ModelSpec& spec, const Shape& input, int classes);
/// Throws UsageError saying which rule a spec breaks.
void validate(const ModelSpec& spec);

std::string to_string(Loss value);
std::string to_string(Initializer value);
Loss parse_loss(const std::string& text);
Initializer parse_initializer(const std::string& text);

void to_json(nlohmann::json& json, const ModelSpec& spec);
/// Throws UsageError for a missing, unknown or ill-typed member.
void from_json(const nlohmann::json& json, ModelSpec& spec);

}  // namespace mlplab
