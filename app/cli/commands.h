// The terminal program's commands. To add one: a file that defines its add_…_command, a line here and one in main.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace mlplab {

/// The work of the chosen command; returns the exit code, throws Error.
using Action = std::function<int()>;

/// Adds the subcommand `name`, which calls `run` with its options once they are parsed.
template <class Options>
std::pair<CLI::App*, std::shared_ptr<Options>> add_command(CLI::App& app, Action& chosen, const char* name,
                                                           const std::string& purpose, int (*run)(const Options&)) {
  CLI::App* command = app.add_subcommand(name, purpose);
  auto options = std::make_shared<Options>();
  command->callback([&chosen, options, run] { chosen = [options, run] { return run(*options); }; });
  return {command, options};
}

/// Each adds a subcommand that, once parsed, puts its work into `chosen`.
void add_backends_command(CLI::App& app, Action& chosen);
void add_bench_command(CLI::App& app, Action& chosen);  // where Google Benchmark is there
void add_classify_command(CLI::App& app, Action& chosen);
void add_compare_command(CLI::App& app, Action& chosen);
void add_embedder_command(CLI::App& app, Action& chosen);  // hidden: a process of a pool that embeds
void add_export_command(CLI::App& app, Action& chosen);
void add_find_lr_command(CLI::App& app, Action& chosen);
void add_manual_commands(CLI::App& app, Action& chosen);  // hidden: what a package holds beside the program
void add_network_command(CLI::App& app, Action& chosen);
void add_operations_command(CLI::App& app, Action& chosen);
void add_profile_command(CLI::App& app, Action& chosen);
void add_relay_command(CLI::App& app, Action& chosen);  // hidden: the near side of a run on another machine
void add_serve_command(CLI::App& app, Action& chosen);  // hidden: its far side
void add_rank_command(CLI::App& app, Action& chosen);   // hidden: a process of a run that several share
void add_report_command(CLI::App& app, Action& chosen);
void add_train_command(CLI::App& app, Action& chosen);
void add_study_command(CLI::App& app, Action& chosen);
void add_sweep_command(CLI::App& app, Action& chosen);
void add_workshop_command(CLI::App& app, Action& chosen);

/// The words of the command line, with those of 'workshop train FOLDER' as train has them. Throws UsageError.
std::vector<std::string> workshop_words(std::vector<std::string> words);

/// The list that `backends --json` prints.
nlohmann::ordered_json backends_json();

}  // namespace mlplab
