// A command of the terminal program with options of its own type. To add one: commands.h.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "app/cli/commands.h"

namespace mlplab {

/// Adds the subcommand `name`, which calls `run` with its options once they are parsed.
template <class Options>
std::pair<CLI::App*, std::shared_ptr<Options>> add_command(CLI::App& app, Action& chosen, const char* name,
                                                           const std::string& purpose, int (*run)(const Options&)) {
  CLI::App* command = app.add_subcommand(name, purpose);
  auto options = std::make_shared<Options>();
  command->callback([&chosen, options, run] { chosen = [options, run] { return run(*options); }; });
  return {command, options};
}

}  // namespace mlplab
