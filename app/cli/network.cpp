// mlplab-cli network: a network's layers, one row per layer, and the memory that training it needs.
#include "core/model/network.h"

#include <algorithm>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/live_line.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/compute/network_memory.h"
#include "core/data/load.h"
#include "core/machine/memory.h"
#include "core/model/network_file.h"
#include "core/model/optimizer.h"
#include "core/reporting/table.h"

namespace mlplab {
namespace {

struct NetworkOptions {
  std::string network, input, optimizer = "sgd";
  int classes = 0, batch = 64;
  bool json = false;
};

Shape parse_shape(const std::string& text) {
  std::vector<int> sides;
  for (const std::string& side : parts_of(text, 'x')) sides.push_back(typed_whole<int>(side).value_or(0));
  if (sides.size() != 3 || std::ranges::min(sides) < 1)
    throw UsageError(say("--input is channels, height and width, as 3x224x224, not '%1'", text));
  return {sides[0], sides[1], sides[2]};
}

ModelSpec model_of(const NetworkOptions& options) {
  if (is_widths(options.network)) return make_mlp(parse_widths(options.network), Activation::relu);
  ModelSpec model = find_network(options.network, find_resources()).model;
  const Shape input = options.input.empty() ? model.input : parse_shape(options.input);
  fit_to(model, input, options.classes > 0 ? options.classes : model.outputs());
  return model;
}

nlohmann::ordered_json describe(const ModelSpec& model, const NetworkOptions& options) {
  const Network network = network_of(model);
  nlohmann::ordered_json nodes = nlohmann::ordered_json::array();
  double flops = 0.0;
  for (std::size_t node = 0; node < network.shapes.size(); ++node) {
    std::size_t parameters = 0;
    for (const Tensor& tensor : network.tensors)
      if (tensor.node == node && tensor.trained) parameters += tensor.count();
    const Shape& shape = network.shapes[node];
    nodes.push_back({{"name", network.names[node]},
                     {"kind", kind_of(model.layers[node].layer)},
                     {"inputs", network.inputs[node]},
                     {"shape", {shape.channels, shape.height, shape.width}},
                     {"parameters", parameters},
                     {"flop", network.flops[node]},
                     {"activation_bytes", shape.size() * sizeof(float)}});
    flops += network.flops[node];
  }
  const OptimizerSpec optimizer{.kind = parse_optimizer(options.optimizer)};
  const MemoryNeed need = memory_need(model, optimizer, options.batch);
  return {{"network", model.name()},
          {"input", {model.input.channels, model.input.height, model.input.width}},
          {"parameters", network.parameter_count()},
          {"flop", flops},
          {"batch", options.batch},
          {"optimizer", to_string(optimizer.kind)},
          {"memory",
           {{"weights_bytes", need.weights_bytes},
            {"activations_bytes", need.activations_bytes},
            {"gradients_bytes", need.gradients_bytes},
            {"total_bytes", need.total_bytes()},
            {"program_bytes", resident_memory_bytes()},
            {"available_bytes", available_memory_bytes()}}},
          {"nodes", nodes}};
}

std::string mib(const nlohmann::ordered_json& bytes) { return significant(bytes.get<double>() / (1 << 20)) + " MiB"; }

void print(const nlohmann::ordered_json& network) {
  Table table{{say("layer"), say("kind"), say("shape"), say("parameters"), "MFLOP", "KiB"}, {}};
  for (const auto& node : network.at("nodes")) {
    const auto shape = node.at("shape").get<std::vector<int>>();
    table.rows.push_back({node.at("name"), node.at("kind"), to_string(Shape{shape[0], shape[1], shape[2]}),
                          std::to_string(node.at("parameters").get<std::size_t>()),
                          significant(node.at("flop").get<double>() / 1e6),
                          significant(node.at("activation_bytes").get<double>() / 1024)});
  }
  const auto& memory = network.at("memory");
  const auto input = network.at("input").get<std::vector<int>>();
  std::cout << to_markdown(table) << '\n'
            << say("%1 for images of %2: %3 parameters, %4 MFLOP forward an example (KiB: its outputs of a layer)",
                   network.at("network").get<std::string>(), to_string(Shape{input[0], input[1], input[2]}),
                   network.at("parameters").get<std::size_t>(), significant(network.at("flop").get<double>() / 1e6))
            << '\n'
            << say("training at batch %1 with %2 needs %3 beside the data and this program itself (%4): weights %5, "
                   "activations %6, their gradients %7; %8 are left here",
                   network.at("batch").get<int>(), network.at("optimizer").get<std::string>(),
                   mib(memory.at("total_bytes")), mib(memory.at("program_bytes")), mib(memory.at("weights_bytes")),
                   mib(memory.at("activations_bytes")), mib(memory.at("gradients_bytes")),
                   mib(memory.at("available_bytes")))
            << '\n';
}

void print_names() {
  const std::filesystem::path resources = find_resources();
  for (const std::string& name : network_names(resources))
    std::cout << in_column(name, 12) << ' ' << say(find_network(name, resources).description) << '\n';
  std::cout.flush();
}

void print_names_as_json() {
  const std::filesystem::path resources = find_resources();
  nlohmann::ordered_json networks = nlohmann::ordered_json::array();
  for (const std::string& name : network_names(resources)) {
    const NetworkFile file = find_network(name, resources);
    networks.push_back({{"name", name}, {"description", file.description}});
  }
  const nlohmann::ordered_json all = {{"networks", networks}};
  std::cout << dump_json(all, 2) << '\n';
}

int run_network(const NetworkOptions& options) {
  if (options.batch < 1) throw UsageError(say("%1 must be at least 1", "--batch"));
  if (options.network.empty()) {
    options.json ? print_names_as_json() : print_names();
    return 0;
  }
  const nlohmann::ordered_json network = describe(model_of(options), options);
  if (options.json)
    std::cout << dump_json(network, 2) << '\n';
  else
    print(network);
  return 0;
}

}  // namespace

void add_network_command(CLI::App& app, Action& chosen) {
  const auto [command, options] = add_command(
      app, chosen, "network",
      say("the layers of a network: shapes, parameters, operations, memory; without a name: which there are"),
      run_network);
  command->add_option("NETWORK", options->network, say("a name, a file, or widths as 784-256-10"));
  command->add_option("--input", options->input,
                      say("of images of this size, channels x height x width, as 3x224x224"));
  command->add_option("--classes", options->classes, say("number of classes (default: as in its file)"));
  command->add_option("--batch", options->batch, say("of the memory's estimate"))->capture_default_str();
  command->add_option("--optimizer", options->optimizer, say("of the memory's estimate: %1", optimizer_names()))
      ->capture_default_str();
  command->add_flag("--json", options->json, say("one JSON object on stdout; without a name, of those that there are"));
}

}  // namespace mlplab
