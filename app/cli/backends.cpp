// mlplab-cli backends: the table of backends, with the reason where one cannot run here.
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/far_side.h"
#include "app/cli/live_line.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/launch/configurations.h"
#include "core/machine/host_info.h"

namespace mlplab {
nlohmann::ordered_json backends_json() {
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
  return list;
}

namespace {

void print_table() {
  const HostInfo host = host_info();
  const std::string name_title = say("backend"), kind_title = say("kind"), workers_title = say("workers");
  const std::size_t kind_width = std::max<std::size_t>(10, columns_of(kind_title)),
                    workers_width = std::max<std::size_t>(8, columns_of(workers_title));
  std::size_t name_width = std::max<std::size_t>(12, columns_of(name_title));
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
      std::cout << indent << "--backend-option " << option.name << "=" << joined(option.values, "|") << "  "
                << say(option.help) << '\n';
    }
  }
  std::cout.flush();
}

/// The processor and the backends of another machine, as that one says.
void print_far(const std::string& name, bool json) {
  const RemoteHost host = parse_host(name);
  FarSide far(host);
  far.frames().send_line(facts_order);
  std::optional<Frame> answer;
  try {
    constexpr double silence_s = 60.0;  // some backends are asked for their version first
    answer = far.frames().receive(silence_s);
  } catch (const Error& error) {
    throw BackendError(say("on %1: %2", host.address, error.what()));
  }
  if (!answer) throw BackendError(say("%1 does not answer: %2", host.address, far.last_words()));
  const nlohmann::json facts = parse_json(answer->bytes);
  if (json) {
    std::cout << dump_json(facts, 2) << '\n';
    return;
  }
  const nlohmann::json& machine = facts.at("host");
  std::cout << say("%1, %2 cores (%3 logical), %4 GiB", machine.at("cpu").get<std::string>(),
                   machine.at("physical_cores").get<int>(), machine.at("logical_cpus").get<int>(),
                   with_decimals(machine.at("memory_gib").get<double>(), 0))
            << '\n';
  std::size_t width = 12;
  for (const auto& entry : facts.at("backends")) width = std::max(width, entry.at("name").get<std::string>().size());
  for (const auto& entry : facts.at("backends")) {
    const auto why_not = entry.at("reason").get<std::string>();
    std::cout << in_column(entry.at("name").get<std::string>(), width) << " "
              << (why_not.empty() ? entry.at("device").get<std::string>() : why_not) << '\n';
  }
}

}  // namespace

void add_backends_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("backends", say("every backend: what it runs on, or why it cannot run here"));
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, say("one JSON list on stdout"));
  auto on = std::make_shared<std::string>();
  command->add_option("--on", *on, say("of another machine, by ssh: USER@NAME, or USER@NAME:PROGRAM"));
  command->callback([&chosen, json, on] {
    chosen = [json, on] {
      if (!on->empty())
        print_far(*on, *json);
      else if (*json)
        std::cout << dump_json(backends_json(), 2) << '\n';
      else
        print_table();
      return 0;
    };
  });
}

}  // namespace mlplab
