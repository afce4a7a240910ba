// mlplab-cli backends: the table of backends, with the reason where one cannot run here.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/machine/host_info.h"

namespace mlplab {
namespace {

void print_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const BackendEntry& entry : backend_table()) {
    const std::string reason = entry.why_not();
    nlohmann::ordered_json options = nlohmann::ordered_json::object();
    for (const BackendOption& option : entry.options) options[option.name] = option.values;
    list.push_back({{"name", entry.name},
                    {"title", entry.title},
                    {"available", reason.empty()},
                    {"reason", reason},
                    {"device", reason.empty() ? entry.device() : ""},
                    {"workers_max", entry.workers_max()},
                    {"kind", to_string(entry.kind)},
                    {"options", options},
                    {"description", entry.description}});
  }
  std::cout << dump_json(list, 2) << '\n';
}

void print_table() {
  const HostInfo host = host_info();
  std::printf("%s, %d cores (%d logical), %.0f GiB", host.cpu.c_str(), host.physical_cores, host.logical_cpus,
              host.memory_gib);
  int width = 12;
  for (const BackendEntry& entry : backend_table()) width = std::max(width, static_cast<int>(entry.name.size()));
  const int indent = width + 20;
  std::string sets;
  for (const std::string& set : host.instruction_sets) sets += " " + set;
  std::printf("\ninstruction sets:%s\n\n%-*s %-10s %-8s %s\n", sets.c_str(), width, "backend", "kind", "workers",
              "device, or why not");
  const std::string preferred = default_backend().name;
  for (const BackendEntry& entry : backend_table()) {
    const std::string reason = entry.why_not();
    const std::string workers = reason.empty() ? std::to_string(entry.workers_max()) : "-";
    std::printf("%-*s %-10s %-8s %s%s\n", width, entry.name.c_str(), to_string(entry.kind).c_str(), workers.c_str(),
                reason.empty() ? entry.device().c_str() : reason.c_str(), entry.name == preferred ? "  [default]" : "");
    if (!entry.description.empty()) std::printf("%*s %s\n", indent, "", entry.description.c_str());
    for (const BackendOption& option : entry.options) {
      std::string values;
      for (const std::string& value : option.values) values += (values.empty() ? "" : "|") + value;
      std::printf("%*s --backend-option %s=%s  %s\n", indent, "", option.name.c_str(), values.c_str(),
                  option.help.c_str());
    }
  }
  std::fflush(stdout);
}

}  // namespace

void add_backends_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("backends", "every backend: what it runs on, or why it cannot run here");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "one JSON list on stdout");
  command->callback([&chosen, json] {
    chosen = [json] {
      *json ? print_json() : print_table();
      return 0;
    };
  });
}

}  // namespace mlplab
