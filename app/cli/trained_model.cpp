#include "app/cli/trained_model.h"

#include <CLI/CLI.hpp>

#include "core/base/language.h"
#include "core/data/load.h"
#include "core/model/model_file.h"
#include "core/model/network_file.h"
#include "core/model/optimizer.h"

namespace mlplab {

void TrainedModel::add_to(CLI::App& command) {
  command.add_option("--network", network,
                     say("a name, a file, or widths as 784-256-10, for a model that another program wrote (PyTorch, as "
                         "safetensors)"));
}

TrainingState TrainedModel::load() const {
  if (network.empty()) return load_model(path);
  const ModelSpec model = is_widths(network) ? make_mlp(parse_widths(network), Activation::relu)
                                             : find_network(network, find_resources()).model;
  return path.empty() ? initial_state(model, OptimizerSpec(), 1) : load_model_of(path, model);
}

}  // namespace mlplab
