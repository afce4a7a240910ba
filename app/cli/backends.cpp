// mlplab-cli backends: the table of backends, with the reason where one cannot run here.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/columns.h"
#include "app/cli/commands.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/launch/configurations.h"
#include "core/machine/host_info.h"

namespace mlplab {
namespace {

void print_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ConfigurationEntry& entry : configurations()) {
    const std::string reason = entry.why_not();
    nlohmann::ordered_json options = nlohmann::ordered_json::object();
    for (const BackendOption& option : entry.options) options[option.name] = option.values;
    list.push_back({{"name", entry.name},
                    {"title", say(entry.title)},
                    {"available", reason.empty()},
                    {"reason", reason},
                    {"device", reason.empty() ? entry.device() : ""},
                    {"workers_max", entry.workers_max()},
                    {"kind", to_string(entry.kind)},
                    {"options", options},
                    {"description", say(entry.description)}});
  }
  std::cout << dump_json(list, 2) << '\n';
}

void print_table() {
  const HostInfo host = host_info();
  const std::string name_title = say("backend"), kind_title = say("kind"), workers_title = say("workers");
  const std::size_t kind_width = std::max<std::size_t>(10, width_of(kind_title)),
                    workers_width = std::max<std::size_t>(8, width_of(workers_title));
  std::size_t name_width = std::max<std::size_t>(12, width_of(name_title));
  for (const ConfigurationEntry& entry : configurations()) name_width = std::max(name_width, entry.name.size());
  const auto line = [&](const std::string& name, const std::string& kind, const std::string& workers) {
    return in_column(name, name_width) + " " + in_column(kind, kind_width) + " " + in_column(workers, workers_width);
  };
  const std::string indent = line("", "", "") + " ";
  std::string sets;
  for (const std::string& set : host.instruction_sets) sets += " " + set;
  std::cout << say("%1, %2 cores (%3 logical), %4 GiB", host.cpu, host.physical_cores, host.logical_cpus,
                   with_decimals(host.memory_gib, 0))
            << '\n'
            << say("instruction sets:%1", sets) << "\n\n"
            << line(name_title, kind_title, workers_title) << " " << say("device, or why not") << '\n';
  const std::string preferred = default_backend().name;
  for (const ConfigurationEntry& entry : configurations()) {
    const std::string reason = entry.why_not();
    std::cout << line(entry.name, to_string(entry.kind), reason.empty() ? std::to_string(entry.workers_max()) : "-")
              << " " << (reason.empty() ? entry.device() : reason)
              << (entry.name == preferred ? "  " + say("[default]") : "") << '\n';
    if (!entry.description.empty()) std::cout << indent << say(entry.description) << '\n';
    for (const BackendOption& option : entry.options) {
      std::string values;
      for (const std::string& value : option.values) values += (values.empty() ? "" : "|") + value;
      std::cout << indent << "--backend-option " << option.name << "=" << values << "  " << say(option.help) << '\n';
    }
  }
  std::cout.flush();
}

}  // namespace

void add_backends_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("backends", say("every backend: what it runs on, or why it cannot run here"));
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, say("one JSON list on stdout"));
  command->callback([&chosen, json] {
    chosen = [json] {
      *json ? print_json() : print_table();
      return 0;
    };
  });
}

}  // namespace mlplab
