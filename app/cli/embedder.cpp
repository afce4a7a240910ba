// mlplab-cli embedder: one of the processes of a pool that core/operations/process_pool.cpp has started. Not for users.
#include <memory>

#include "app/cli/commands.h"
#include "core/base/language.h"
#include "core/operations/process_pool.h"

namespace mlplab {

void add_embedder_command(CLI::App& app, Action& chosen) {
  struct Options {
    std::string exchange;
    int memory = -1;
  };
  CLI::App* command = app.add_subcommand("embedder", say("one process of a pool that embeds; started by operations"));
  command->group("");  // not in the help
  auto options = std::make_shared<Options>();
  command->add_option("--exchange", options->exchange, say("the pool's folder"))->required();
  command->add_option("--memory", options->memory, say("descriptor of the memory that the pool shares"))->required();
  command->callback(
      [&chosen, options] { chosen = [options] { return serve_pool(options->exchange, options->memory); }; });
}

}  // namespace mlplab
