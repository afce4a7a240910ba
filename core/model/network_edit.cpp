// To add a kind of layer: its line in new_layers() and its short name in short_name().
#include "core/model/network_edit.h"

#include <algorithm>

namespace mlplab {
namespace {

constexpr Window same_size = {{3, 3}, {1, 1}, {1, 1}}, half_size = {{2, 2}, {2, 2}, {0, 0}};

/// The inputs of layer `node`, written out.
std::vector<int> taken_by(const ModelSpec& spec, std::size_t node) {
  const std::vector<int>& declared = spec.layers[node].inputs;
  return declared.empty() ? std::vector<int>{static_cast<int>(node) - 1} : declared;
}

void write_out(ModelSpec& spec) {
  for (std::size_t node = 0; node < spec.layers.size(); ++node) spec.layers[node].inputs = taken_by(spec, node);
}

/// The layer before needs no writing down; so a network without branches is the same value however it came about.
void leave_out_the_obvious(ModelSpec& spec) {
  for (std::size_t node = 0; node < spec.layers.size(); ++node) {
    std::vector<int>& inputs = spec.layers[node].inputs;
    if (inputs == std::vector<int>{static_cast<int>(node) - 1}) inputs.clear();
  }
}

bool in_line(const ModelSpec& spec, std::size_t node) {
  return taken_by(spec, node) == std::vector<int>{static_cast<int>(node) - 1};
}

struct ShortName {
  std::string operator()(const Dense& /*layer*/) const { return "fc"; }
  std::string operator()(const Conv2d& /*layer*/) const { return "conv"; }
  std::string operator()(const MaxPool& /*layer*/) const { return "pool"; }
  std::string operator()(const AveragePool& /*layer*/) const { return "pool"; }
  std::string operator()(const GlobalAveragePool& /*layer*/) const { return "pool"; }
  std::string operator()(const BatchNorm& /*layer*/) const { return "bn"; }
  std::string operator()(const Dropout& /*layer*/) const { return "dropout"; }
  std::string operator()(const Add& /*layer*/) const { return "add"; }
  std::string operator()(const Flatten& /*layer*/) const { return "flatten"; }
  std::string operator()(const ActivationLayer& /*layer*/) const { return "act"; }
  std::string operator()(const Normalize& /*layer*/) const { return "normalize"; }
};

}  // namespace

void insert_layer(ModelSpec& spec, int after, Layer layer) {
  write_out(spec);
  for (std::size_t node = static_cast<std::size_t>(after + 1); node < spec.layers.size(); ++node)
    for (int& input : spec.layers[node].inputs) input += input >= after ? 1 : 0;
  Node added{std::move(layer), {after}};
  if (input_count(added.layer) == 2) added.inputs = {after, std::max(-1, after - 1)};
  added.name = free_name(spec, added.layer);
  spec.layers.insert(spec.layers.begin() + after + 1, std::move(added));
  leave_out_the_obvious(spec);
}

void remove_layer(ModelSpec& spec, std::size_t node) {
  write_out(spec);
  const int gone = static_cast<int>(node), instead = spec.layers[node].inputs.front();
  spec.layers.erase(spec.layers.begin() + gone);
  for (Node& other : spec.layers)
    for (int& input : other.inputs) input = input == gone ? instead : input - (input > gone ? 1 : 0);
  leave_out_the_obvious(spec);
}

bool swap_with_next(ModelSpec& spec, std::size_t node) {
  if (node + 1 >= spec.layers.size() || !in_line(spec, node) || !in_line(spec, node + 1)) return false;
  std::swap(spec.layers[node], spec.layers[node + 1]);
  spec.layers[node].inputs.clear();
  spec.layers[node + 1].inputs.clear();
  return true;
}

std::string free_name(const ModelSpec& spec, const Layer& layer) {
  const std::string start = std::visit(ShortName{}, layer);
  for (int number = 1;; ++number) {
    std::string name = start + std::to_string(number);
    if (std::ranges::find(spec.layers, name, &Node::name) == spec.layers.end()) return name;
  }
}

std::vector<Layer> new_layers() {
  return {Dense{64, Activation::relu},
          Conv2d{16, same_size, true, Activation::relu},
          MaxPool{half_size},
          AveragePool{half_size},
          GlobalAveragePool{},
          BatchNorm{},
          Dropout{},
          Add{Activation::relu},
          Flatten{},
          ActivationLayer{},
          Normalize{{0.5}, {0.5}}};
}

}  // namespace mlplab
