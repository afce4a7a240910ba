#include "core/model/model_spec.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "core/base/json.h"
#include "core/base/names.h"

namespace mlplab {
namespace {

constexpr Name<Activation> activations[] = {{Activation::identity, "identity"},
                                            {Activation::relu, "relu"},
                                            {Activation::sigmoid, "sigmoid"},
                                            {Activation::tanh, "tanh"}};
constexpr Name<Loss> losses[] = {{Loss::softmax_cross_entropy, "softmax-cross-entropy"},
                                 {Loss::mean_squared_error, "mean-squared-error"}};
constexpr Name<Initializer> initializers[] = {{Initializer::he, "he"}, {Initializer::xavier, "xavier"}};

constexpr int most_units = 1 << 20;
constexpr std::size_t most_layers = 64;
constexpr std::uint64_t most_parameters = std::uint64_t{1} << 28;  // 1 GiB of weights, 3 GiB with Adam's state

}  // namespace

std::vector<int> ModelSpec::widths() const {
  std::vector<int> result{inputs};
  for (const LayerSpec& layer : layers) result.push_back(layer.units);
  return result;
}

std::string ModelSpec::name() const {
  std::string text = std::to_string(inputs);
  for (const LayerSpec& layer : layers) text += "-" + std::to_string(layer.units);
  return text;
}

std::size_t ModelSpec::parameter_count() const {
  std::size_t count = 0;
  for (std::size_t l = 0; l < layers.size(); ++l)
    count += (static_cast<std::size_t>(layer_inputs(l)) + 1) * static_cast<std::size_t>(layers[l].units);
  return count;
}

ModelSpec make_mlp(const std::vector<int>& widths, Activation hidden, Loss loss, Initializer initializer) {
  if (widths.size() < 2) throw UsageError("a network needs at least two widths, inputs and outputs, as in 784-256-10");
  ModelSpec spec;
  spec.inputs = widths.front();
  spec.loss = loss;
  spec.initializer = initializer;
  for (std::size_t i = 1; i < widths.size(); ++i)
    spec.layers.push_back({widths[i], i + 1 == widths.size() ? Activation::identity : hidden});
  validate(spec);
  return spec;
}

std::vector<int> parse_widths(const std::string& text) {
  std::vector<int> widths;
  const char* at = text.data();
  const char* end = at + text.size();
  while (true) {
    int width = 0;
    const auto [stop, error] = std::from_chars(at, end, width);
    if (error != std::errc{} || (stop != end && *stop != '-'))
      throw UsageError("'" + text + "' is not a network; write its widths as in 784-256-10");
    widths.push_back(width);
    if (stop == end) return widths;
    at = stop + 1;
  }
}

void validate(const ModelSpec& spec) {
  const auto check_width = [](int width) {
    if (width < 1 || width > most_units)
      throw UsageError("a layer of " + std::to_string(width) + " units is not possible; 1 to " +
                       std::to_string(most_units) + " are");
  };
  check_width(spec.inputs);
  if (spec.layers.empty()) throw UsageError("a network needs at least one layer, as in 784-10");
  if (spec.layers.size() > most_layers)
    throw UsageError("a network of " + std::to_string(spec.layers.size()) + " layers is too deep; at most " +
                     std::to_string(most_layers));
  std::uint64_t parameters = 0;
  for (std::size_t l = 0; l < spec.layers.size(); ++l) {
    check_width(spec.layers[l].units);
    parameters +=
        (static_cast<std::uint64_t>(spec.layer_inputs(l)) + 1) * static_cast<std::uint64_t>(spec.layers[l].units);
  }
  if (parameters > most_parameters)
    throw UsageError("the network " + spec.name() + " has " + std::to_string(parameters) + " weights; at most " +
                     std::to_string(most_parameters) + " are possible");
  if (spec.loss == Loss::softmax_cross_entropy && spec.layers.back().activation != Activation::identity)
    throw UsageError(
        "with softmax cross-entropy the last layer's activation must be identity: the loss applies softmax itself");
}

std::string difference_of(const ModelSpec& model, const ModelSpec& wanted) {
  if (model.widths() != wanted.widths()) return "its network is " + model.name() + " and not " + wanted.name();
  for (std::size_t l = 0; l < model.layers.size(); ++l)
    if (model.layers[l] != wanted.layers[l])
      return "its layer " + std::to_string(l + 1) + " has the activation " + to_string(model.layers[l].activation) +
             " and not " + to_string(wanted.layers[l].activation);
  return {};
}

std::string to_string(Activation value) { return name_of(activations, value); }
std::string to_string(Loss value) { return name_of(losses, value); }
std::string to_string(Initializer value) { return name_of(initializers, value); }
Activation parse_activation(const std::string& text) { return value_of(activations, text, "activation"); }
Loss parse_loss(const std::string& text) { return value_of(losses, text, "loss"); }
Initializer parse_initializer(const std::string& text) { return value_of(initializers, text, "initializer"); }

void to_json(nlohmann::json& json, const ModelSpec& spec) {
  nlohmann::json layers = nlohmann::json::array();
  for (const LayerSpec& layer : spec.layers)
    layers.push_back({{"type", "dense"}, {"units", layer.units}, {"activation", to_string(layer.activation)}});
  json = {{"inputs", spec.inputs},
          {"layers", layers},
          {"loss", to_string(spec.loss)},
          {"initializer", to_string(spec.initializer)}};
}

void from_json(const nlohmann::json& json, ModelSpec& spec) {
  JsonReader reader(json, "the model");
  ModelSpec result;
  result.inputs = reader.required<int>("inputs");
  const auto layers = reader.required<nlohmann::json>("layers");
  if (!layers.is_array()) throw UsageError("the model: 'layers' must be a list");
  for (const nlohmann::json& entry : layers) {
    JsonReader layer(entry, "a layer");
    if (const auto type = layer.required<std::string>("type"); type != "dense")
      throw UsageError("there is no layer type '" + type + "'; valid is dense");
    result.layers.push_back(
        {layer.required<int>("units"), parse_activation(layer.required<std::string>("activation"))});
    layer.finish();
  }
  result.loss = parse_loss(reader.required<std::string>("loss"));
  result.initializer = parse_initializer(reader.required<std::string>("initializer"));
  reader.finish();
  validate(result);
  spec = result;
}

}  // namespace mlplab
