#include "core/model/model_spec.h"

#include <algorithm>
#include <cstdint>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/names.h"
#include "core/base/typed_number.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

constexpr const char* layers_field = "model.layers";
constexpr Name<Loss> losses[] = {{Loss::softmax_cross_entropy, "softmax-cross-entropy"},
                                 {Loss::mean_squared_error, "mean-squared-error"}};
constexpr Name<Initializer> initializers[] = {{Initializer::he, "he"}, {Initializer::xavier, "xavier"}};

constexpr std::size_t max_layers = 512, max_inputs = std::size_t{1} << 20;

/// The activation of the last layer; identity where it has none.
Activation last_activation(const ModelSpec& spec) { return activation_of(spec.layers.back().layer); }

/// The nodes that `json` names, by number or by name.
std::vector<int> inputs_from(const nlohmann::json& json, const std::vector<Node>& before) {
  std::vector<int> inputs;
  const auto wrong = [] {
    return UsageError(say("a layer: 'inputs' lists layers before it by number or name"), layers_field);
  };
  if (!json.is_array()) throw wrong();
  for (const nlohmann::json& entry : json) {
    if (entry.is_number_integer()) {
      const auto number = whole_number<int>(entry);
      if (!number) throw wrong();
      inputs.push_back(*number);
      continue;
    }
    if (!entry.is_string()) throw wrong();
    const auto found = std::ranges::find(before, entry.get<std::string>(), &Node::name);
    if (found == before.end())
      throw UsageError(say("there is no layer '%1' before the one that takes it", entry.get<std::string>()),
                       layers_field);
    inputs.push_back(static_cast<int>(found - before.begin()));
  }
  return inputs;
}

}  // namespace

int ModelSpec::outputs() const { return layers.empty() ? 0 : widths().back(); }

std::vector<int> ModelSpec::widths() const {
  std::vector<Shape> shapes;
  for (const Node& node : layers) {
    const bool first = shapes.empty() || (!node.inputs.empty() && node.inputs.front() < 0);
    const auto from = node.inputs.empty() ? shapes.size() - 1 : static_cast<std::size_t>(node.inputs.front());
    shapes.push_back(output_of(node.layer, first || from >= shapes.size() ? input : shapes[from]));
  }
  std::vector<int> result{inputs()};
  for (const Shape& shape : shapes) result.push_back(static_cast<int>(shape.size()));
  return result;
}

std::string ModelSpec::name() const {
  if (!is_mlp(*this)) return title.empty() ? "network of " + std::to_string(layers.size()) + " layers" : title;
  return text_of_widths(widths());
}

std::string text_of_widths(const std::vector<int>& widths) {
  return joined(widths, "-", [](int width) { return std::to_string(width); });
}

std::size_t ModelSpec::parameter_count() const { return network_of(*this).parameter_count(); }

ModelSpec make_mlp(const std::vector<int>& widths, Activation hidden, Loss loss, Initializer initializer) {
  if (widths.size() < 2)
    throw UsageError(say("a network needs at least two widths, inputs and outputs, as in 784-256-10"), layers_field);
  ModelSpec spec{.input = {widths.front(), 1, 1}, .layers = {}, .loss = loss, .initializer = initializer};
  spec.layers.resize(widths.size() - 1);  // GCC 12 warns of a layer that is moved in as it were not initialised
  for (std::size_t i = 1; i < widths.size(); ++i)
    spec.layers[i - 1].layer = Dense{widths[i], i + 1 == widths.size() ? Activation::identity : hidden};
  validate(spec);
  return spec;
}

bool has_convolution(const ModelSpec& spec) {
  return std::ranges::any_of(spec.layers, [](const Node& node) { return std::holds_alternative<Conv2d>(node.layer); });
}

bool begins_with_dense_layer(const ModelSpec& spec) {
  return !spec.layers.empty() && std::holds_alternative<Dense>(spec.layers.front().layer);
}

bool is_mlp(const ModelSpec& spec) {
  for (std::size_t l = 0; l < spec.layers.size(); ++l) {
    const std::vector<int>& inputs = spec.layers[l].inputs;
    const bool in_line = inputs.empty() || inputs == std::vector<int>{static_cast<int>(l) - 1};
    if (!in_line || !std::holds_alternative<Dense>(spec.layers[l].layer)) return false;
  }
  return true;
}

const Dense& dense_layer(const ModelSpec& spec, std::size_t layer) {
  const auto* dense = std::get_if<Dense>(&spec.layers.at(layer).layer);
  if (dense == nullptr) throw UsageError(say("layer %1 of the network is not dense", layer), layers_field);
  return *dense;
}

Dense& dense_layer(ModelSpec& spec, std::size_t layer) {
  return const_cast<Dense&>(dense_layer(static_cast<const ModelSpec&>(spec), layer));
}

std::vector<int> parse_widths(const std::string& text) {
  std::vector<int> widths;
  for (const std::string& part : parts_of(text, '-')) {
    const std::optional<int> width = typed_whole<int>(part);
    if (!width) throw UsageError(say("'%1' is not a network; write its widths as in 784-256-10", text), layers_field);
    widths.push_back(*width);
  }
  return widths;
}

void fit_to(ModelSpec& spec, const Shape& input, int classes) {
  spec.input = is_mlp(spec) ? Shape{static_cast<int>(input.size()), 1, 1} : input;
  if (auto* last = spec.layers.empty() ? nullptr : std::get_if<Dense>(&spec.layers.back().layer)) last->units = classes;
  validate(spec);
}

std::string difference_of(const ModelSpec& model, const ModelSpec& wanted) {
  if (model.input != wanted.input || model.layers.size() != wanted.layers.size() || model.widths() != wanted.widths())
    return model.name() == wanted.name() ? say("it is a %1 for other images or classes", model.name())
                                         : say("its network is %1 and not %2", model.name(), wanted.name());
  for (std::size_t l = 0; l < model.layers.size(); ++l)
    if (model.layers[l].layer != wanted.layers[l].layer)
      return say("its layer %1 is %2 and not %3", l, dump_json(layer_json(model.layers[l].layer)),
                 dump_json(layer_json(wanted.layers[l].layer)));
  if (network_of(model).inputs != network_of(wanted).inputs) return say("its layers are connected otherwise");
  return {};
}

void validate(const ModelSpec& spec) {
  if (spec.layers.empty()) throw UsageError(say("a network needs at least one layer, as in 784-10"), layers_field);
  if (spec.layers.size() > max_layers)
    throw UsageError(say("a network of %1 layers is too deep; at most %2", spec.layers.size(), max_layers),
                     layers_field);
  const auto fits = [](int size) { return size >= 1 && static_cast<std::size_t>(size) <= max_inputs; };
  // Each first: their product could wrap round.
  if (!fits(spec.input.channels) || !fits(spec.input.height) || !fits(spec.input.width) ||
      spec.input.size() > max_inputs)
    throw UsageError(say("%1 inputs are not possible; 1 to %2 are", to_string(spec.input), max_inputs), "model.inputs");
  const Network network = network_of(spec);
  if (const std::uint64_t count = network.parameter_count(); count > max_parameters)
    throw UsageError(say("the network %1 has %2 weights; at most %3 are possible", spec.name(), count, max_parameters),
                     layers_field);
  if (!network.shapes.back().is_vector())
    throw UsageError(say("a network ends with a vector, one number a class"), layers_field);
  switch (spec.loss) {
    case Loss::softmax_cross_entropy:
      if (last_activation(spec) != Activation::identity)
        throw UsageError(
            say("with softmax cross-entropy the last layer's activation must be identity: the loss applies softmax "
                "itself"),
            "model.loss");
      break;
    case Loss::mean_squared_error:
      break;
  }
}

std::string to_string(Loss value) { return name_of(losses, value); }
std::string to_string(Initializer value) { return name_of(initializers, value); }
Loss parse_loss(const std::string& text) { return value_of(losses, text, to_say("loss"), "model.loss"); }
Initializer parse_initializer(const std::string& text) {
  return value_of(initializers, text, to_say("initializer"), "model.initializer");
}

void to_json(nlohmann::json& json, const ModelSpec& spec) {
  nlohmann::json layers = nlohmann::json::array();
  for (const Node& node : spec.layers) {
    layers.push_back(layer_json(node.layer));
    if (!node.inputs.empty()) layers.back()["inputs"] = node.inputs;
    if (!node.name.empty()) layers.back()["name"] = node.name;
  }
  json = {{"layers", layers}, {"loss", to_string(spec.loss)}, {"initializer", to_string(spec.initializer)}};
  if (!spec.title.empty()) json["name"] = spec.title;
  if (spec.input.is_vector())
    json["inputs"] = spec.input.channels;
  else
    json["input_shape"] = {spec.input.channels, spec.input.height, spec.input.width};
}

void from_json(const nlohmann::json& json, ModelSpec& spec) {
  JsonReader reader(json, to_say("the model"));
  ModelSpec result;
  if (json.contains("input_shape")) {
    const auto shape = reader.required<std::vector<int>>("input_shape");
    if (shape.size() != 3 || std::ranges::any_of(shape, [](int size) { return size < 1; }))
      throw UsageError(say("the model: 'input_shape' is channels, height and width"), layers_field);
    result.input = {shape[0], shape[1], shape[2]};
  } else {
    result.input.channels = std::max(0, reader.required<int>("inputs"));
  }
  const auto layers = reader.required<nlohmann::json>("layers");
  if (!layers.is_array()) throw UsageError(say("the model: 'layers' must be a list"), layers_field);
  for (const nlohmann::json& entry : layers) {
    JsonReader layer(entry, to_say("a layer"));
    Node node{read_layer(layer), inputs_from(layer.optional("inputs", nlohmann::json::array()), result.layers),
              layer.optional("name", std::string())};
    layer.finish();
    result.layers.push_back(std::move(node));
  }
  result.title = reader.optional("name", std::string());
  result.loss = parse_loss(reader.required<std::string>("loss"));
  result.initializer = parse_initializer(reader.required<std::string>("initializer"));
  reader.finish();
  validate(result);
  spec = result;
}

}  // namespace mlplab
