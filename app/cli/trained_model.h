// The trained network that a command is given: a file of ours, or of another program with the network's name.
#pragma once

#include <string>

#include "core/model/training_state.h"

namespace CLI {
class App;
}

namespace mlplab {

struct TrainedModel {
  std::string path, network;

  /// --network; the path is the command's own argument.
  void add_to(CLI::App& command);
  /// Without a path the network with its initial weights. Throws InputError, and UsageError where there is no such
  /// network.
  TrainingState load() const;
};

}  // namespace mlplab
