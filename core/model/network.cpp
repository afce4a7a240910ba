#include "core/model/network.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/random.h"

namespace mlplab {
namespace {

constexpr std::size_t alignment = 16;  // floats: one cache line
constexpr std::size_t max_outputs = std::size_t{1} << 26;
constexpr std::size_t max_name_bytes =
    128;  // of a layer: model files have it several times, in a header of bounded size

std::size_t padded(std::size_t size) { return (size + alignment - 1) / alignment * alignment; }

/// Explicit inputs, or the node before. Throws UsageError.
std::vector<int> inputs_of(const ModelSpec& spec, std::size_t node) {
  const std::vector<int>& declared = spec.layers[node].inputs;
  const int before = static_cast<int>(node) - 1;
  if (declared.empty()) return {before};
  for (const int input : declared)
    if (input < -1 || input > before)
      throw UsageError(
          say("layer %1 takes the output of layer %2; it can take those of the layers before it, and -1 for the "
              "example",
              node, input),
          "model.layers");
  if (declared.size() == 2 && declared[0] == declared[1])
    throw UsageError(say("layer %1 takes the output of layer %2 twice", node, declared[0]), "model.layers");
  return declared;
}

/// Each output is wanted, the last one by the loss alone: the first layer whose output is not.
std::optional<std::size_t> unused_layer(const std::vector<std::vector<int>>& inputs) {
  std::vector<int> uses(inputs.size(), 0);
  for (const std::vector<int>& node : inputs)
    for (const int input : node)
      if (input >= 0) ++uses[static_cast<std::size_t>(input)];
  for (std::size_t node = 0; node + 1 < inputs.size(); ++node)
    if (uses[node] == 0) return node;
  return std::nullopt;
}

/// 'layer 3 (pool2, max_pool)'.
std::string words(const ModelSpec& spec, std::size_t node) {
  const std::string& name = spec.layers[node].name;
  const std::string kind = kind_of(spec.layers[node].layer);
  return name.empty() ? say("layer %1 (%2)", node, kind) : say("layer %1 (%2, %3)", node, name, kind);
}

/// A layer's own sentence, behind its place.
class PlacedFault : public UsageError {
 public:
  PlacedFault(const std::string& place, const UsageError& error)
      : UsageError(place + ": " + error.what(), error.field()), alone_(error.what()) {}
  const std::string& alone() const noexcept { return alone_; }

 private:
  std::string alone_;
};

/// Throws UsageError that names the layer.
void check_node(const ModelSpec& spec, std::size_t node, std::span<const Shape> shapes) {
  const Layer& layer = spec.layers[node].layer;
  if (shapes.size() != static_cast<std::size_t>(input_count(layer)))
    throw UsageError(say("%1 has %2 inputs, it takes %3", words(spec, node), shapes.size(), input_count(layer)),
                     "model.layers");
  try {
    check_layer(layer, shapes);
  } catch (const UsageError& error) {
    if (is_mlp(spec)) throw;
    throw PlacedFault(words(spec, node), error);
  }
  if (output_of(layer, shapes.front()).size() > max_outputs)
    throw UsageError(say("%1 gives %2 numbers for each example, more than %3", words(spec, node),
                         to_string(output_of(layer, shapes.front())), max_outputs),
                     "model.layers");
}

/// The name of layer `names.size()`. Throws UsageError where an earlier one has it, or a model file could not hold it.
std::string name_of(const ModelSpec& spec, const std::vector<std::string>& names) {
  const std::string& given = spec.layers[names.size()].name;
  const std::string name = given.empty() ? "layers." + std::to_string(names.size()) : given;
  if (name.size() > max_name_bytes)
    throw UsageError(
        say("the name of layer %1 has %2 bytes; at most %3 are possible", names.size(), name.size(), max_name_bytes),
        "model.layers");
  if (name.starts_with(optimizer_prefix))
    throw UsageError(
        say("layer %1 is named %2: names that begin with '%3' are those of the optimizer's numbers in model "
            "files; give it another",
            names.size(), name, optimizer_prefix),
        "model.layers");
  if (std::ranges::find(names, name) != names.end())
    throw UsageError(say("two layers of the network are named %1", name), "model.layers");
  return name;
}

/// Each alone, before they are added up: products of sizes and their sum could wrap round. Throws UsageError.
void check_size(const ModelSpec& spec, std::size_t node, const TensorSpec& tensor) {
  std::uint64_t count = 1;
  for (const int size : tensor.shape) {
    count *= static_cast<std::uint64_t>(size);  // 2^28 times 2^31 at most
    if (count > max_parameters)
      throw UsageError(say("%1 has more than the %2 weights that are possible", words(spec, node), max_parameters),
                       "model.layers");
  }
}

/// Works out layer `network.shapes.size()`; on a fault `network` stays as it was. Throws UsageError.
void append_layer(const ModelSpec& spec, Network& network, std::vector<std::vector<TensorSpec>>& tensors) {
  const std::size_t node = network.shapes.size();
  std::string name = name_of(spec, network.names);
  std::vector<int> inputs = inputs_of(spec, node);
  std::vector<Shape> shapes;
  for (const int input : inputs)
    shapes.push_back(input < 0 ? spec.input : network.shapes[static_cast<std::size_t>(input)]);
  check_node(spec, node, shapes);
  const Layer& layer = spec.layers[node].layer;
  const Shape& shape = shapes.front();
  std::vector<TensorSpec> own = tensors_of(layer, shape);
  for (const TensorSpec& tensor : own) check_size(spec, node, tensor);
  network.names.push_back(std::move(name));
  network.inputs.push_back(std::move(inputs));
  network.shapes.push_back(output_of(layer, shape));
  network.flops.push_back(flops_of(layer, shape));
  tensors.push_back(std::move(own));
}

}  // namespace

Network::Range Network::parameters_of(std::size_t node) const {
  Range range;
  for (const Tensor& tensor : tensors) {
    if (tensor.node != node || !tensor.trained) continue;
    if (range.count == 0) range.first = tensor.offset;
    range.count = tensor.offset + padded(tensor.count()) - range.first;
  }
  return range;
}

const Tensor& Network::tensor(std::size_t node, const std::string& name) const {
  const std::string full = names.at(node) + "." + name;
  const auto found = std::ranges::find(tensors, full, &Tensor::name);
  if (found == tensors.end())
    throw std::out_of_range("there is no tensor " + full);  // untranslated: an impossible state
  return *found;
}

std::size_t Network::parameter_count() const {
  std::size_t count = 0;
  for (const Tensor& tensor : tensors)
    if (tensor.trained) count += tensor.count();
  return count;
}

std::vector<Tensor> place_tensors(const std::vector<std::string>& names,
                                  const std::vector<std::vector<TensorSpec>>& specs, std::size_t& parameters_size,
                                  std::size_t& statistics_size) {
  parameters_size = statistics_size = 0;
  std::vector<Tensor> tensors;
  for (std::size_t node = 0; node < specs.size(); ++node)
    for (const TensorSpec& spec : specs[node]) {
      std::size_t& size = spec.trained ? parameters_size : statistics_size;
      Tensor tensor{spec, node, size};
      tensor.name = names[node] + "." + spec.name;
      size += padded(tensor.count());
      tensors.push_back(std::move(tensor));
    }
  return tensors;
}

Outline outline_of(const ModelSpec& spec) {
  Outline outline;
  Network& network = outline.network;
  std::vector<std::vector<TensorSpec>> tensors;
  try {
    while (network.shapes.size() < spec.layers.size()) append_layer(spec, network, tensors);
    if (const auto unused = unused_layer(network.inputs)) {
      outline.faulty = *unused;
      outline.fault = UsageError(say("the output of layer %1 is taken by no other layer", *unused), "model.layers");
      outline.fault_alone = outline.fault->what();
    }
  } catch (const UsageError& error) {
    outline.faulty = network.shapes.size();
    outline.fault = error;
    const auto* placed = dynamic_cast<const PlacedFault*>(&error);
    outline.fault_alone = placed != nullptr ? placed->alone() : error.what();
  }
  network.tensors = place_tensors(network.names, tensors, network.parameters_size, network.statistics_size);
  return outline;
}

std::size_t Outline::parameter_count(std::size_t node) const {
  std::size_t count = 0;
  for (const Tensor& tensor : network.tensors)
    if (tensor.node == node && tensor.trained) count += tensor.count();
  return count;
}

Network network_of(const ModelSpec& spec) {
  Outline outline = outline_of(spec);
  if (outline.fault) throw *outline.fault;
  return std::move(outline.network);
}

void fill_fresh(const std::vector<Tensor>& tensors, bool trained, Initializer initializer, std::uint64_t seed,
                std::span<float> values) {
  std::ranges::fill(values, 0.0F);
  for (const Tensor& tensor : tensors) {
    if (tensor.trained != trained) continue;
    const std::span<float> own = values.subspan(tensor.offset, tensor.count());
    if (tensor.fan_in == 0) {
      std::ranges::fill(own, tensor.value);
      continue;
    }
    double fan = 0.0;
    switch (initializer) {
      case Initializer::he:
        fan = static_cast<double>(tensor.fan_in);
        break;
      case Initializer::xavier:
        fan = static_cast<double>(tensor.fan_in + tensor.fan_out);
        break;
    }
    const auto limit = static_cast<float>(std::sqrt(6.0 / fan));
    Random random(seed, RandomStream::weights, static_cast<std::uint32_t>(tensor.node));
    for (float& weight : own) weight = limit * random.symmetric();
  }
}

const Shape& input_shape(const ModelSpec& spec, const Network& network, std::size_t node) {
  const int input = network.inputs[node].front();
  return input < 0 ? spec.input : network.shapes[static_cast<std::size_t>(input)];
}

ParameterLayout layout_of(const ModelSpec& spec) {
  const Network network = network_of(spec);
  ParameterLayout layout{.layers = {}, .size = network.parameters_size};
  for (std::size_t l = 0; l < spec.layers.size(); ++l)
    layout.layers.push_back({.weight = network.tensor(l, "weight").offset,
                             .bias = network.tensor(l, "bias").offset,
                             .in = l == 0 ? spec.inputs() : dense_layer(spec, l - 1).units,
                             .out = dense_layer(spec, l).units});
  return layout;
}

}  // namespace mlplab
