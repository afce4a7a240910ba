#include "core/launch/configurations.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/names.h"
#include "core/compute/backend_table.h"
#include "core/launch/external/external_backends.h"
#include "core/launch/processes/hostfile.h"
#include "core/launch/processes/transport.h"
#include "core/machine/host_info.h"
#include "core/machine/topology.h"

namespace mlplab {
namespace {

constexpr Name<ConfigurationKind> kinds[] = {{ConfigurationKind::cpu, "cpu"},
                                             {ConfigurationKind::gpu, "gpu"},
                                             {ConfigurationKind::processes, "processes"},
                                             {ConfigurationKind::external, "external"}};

ConfigurationKind kind_of(BackendKind kind) {
  switch (kind) {
    case BackendKind::cpu:
      return ConfigurationKind::cpu;
    case BackendKind::gpu:
      return ConfigurationKind::gpu;
    case BackendKind::external:
      break;
  }
  return ConfigurationKind::external;
}

ConfigurationEntry alone(const BackendEntry& backend) {
  return {.name = backend.name,
          .title = backend.title,
          .description = backend.description,
          .kind = kind_of(backend.kind),
          .technology = technology_of(backend),
          .parallelism = parallelism_of(backend),
          .options = backend.options,
          .why_not = backend.why_not,
          .device = backend.device,
          .workers_max = backend.workers_max};
}

ConfigurationEntry team(const Transport& transport) {
  return {.name = name_of_transport(transport.name),
          .title = transport.title,
          .description = transport.description,
          .kind = ConfigurationKind::processes,
          .technology = transport.technology,
          .parallelism = to_say("processes"),
          .options = transport.in_build ? team_options(transport.options) : std::vector<BackendOption>(),
          .why_not = transport.why_not,
          .device = [] { return host_info().cpu + ", " + machine_topology().in_words(); },
          .workers_max = [] { return std::max(2, machine_topology().logical_cpus()); }};
}

/// 'SIMD + 3 × OpenMP', with the shares where they are not equal.
std::string title_of(const Team& team) {
  const std::string title = joined(team.members, " + ", [](const TeamMember& member) {
    const std::string count = member.count > 1 ? std::to_string(member.count) + " × " : "";
    return count + say(find_backend(member.compute.backend).title);
  });
  if (ranks_of(team.members) == 1) return say("%1, one process of a team", title);
  if (team.shares == Shares::fitted) return say("%1, fitted shares", title);
  return team.shares == Shares::given ? title + ", " + shares_in_words(team) : title;
}

ConfigurationEntry named_team(const std::string& name) {
  RunSpec spec;
  set_configuration(spec, {.name = name, .options = {}});
  const Transport& transport = find_transport(spec.team->transport);
  ConfigurationEntry entry = team(transport);
  entry.name = name;
  entry.title = title_of(*spec.team);
  entry.options.clear();
  entry.workers_max = [ranks = spec.team->ranks] { return ranks; };
  entry.why_not = [spec] { return why_not(spec); };
  return entry;
}

/// A backend with options of its own: what its name says is beside its title.
ConfigurationEntry with_options(const std::string& name) {
  RunSpec spec;
  set_configuration(spec, {.name = name, .options = {}});
  const BackendEntry& backend = find_backend(spec.backend);
  check_options(backend.name, backend.options, spec.options.values);
  ConfigurationEntry entry = alone(backend);
  entry.name = name;
  std::string said;
  for (const auto& [option, value] : spec.options.values) said += (said.empty() ? "" : ", ") + option + "=" + value;
  if (spec.options.workers > 0) said += (said.empty() ? "" : ", ") + count_of(spec.options.workers, "thread");
  entry.title = say("%1 (%2)", say(backend.title), said);
  if (spec.options.workers == 1) entry.parallelism = to_say("none");
  entry.options.clear();
  return entry;
}

/// A backend that no list has (BackendFamily); null where `name` is of none.
const ConfigurationEntry* member_of_family(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, ConfigurationEntry> known;
  if (!names_family(name)) return nullptr;
  const std::lock_guard lock(mutex);
  const auto found = known.find(name);
  return found != known.end() ? &found->second : &known.emplace(name, alone(find_backend(name))).first->second;
}

/// [ranks]: whether a rank of the team computes on this machine, as far as its member says. What another machine can
/// compute is said there. `own` (optional): in the process of that rank only it is here.
std::vector<bool> ranks_here(const RunSpec& spec, std::optional<int> own = {}) {
  const std::vector<std::string> hosts = hosts_of_members(spec);
  std::vector<bool> here;
  for (std::size_t rank = 0; rank < computes_of(spec).size(); ++rank)
    here.push_back(hosts.empty() || (own ? std::cmp_equal(rank, *own) : is_this_machine(hosts[rank])));
  return here;
}

/// A kernel of the user's own was checked on this machine, and is trained with here alone.
void check_own_kernels(const RunSpec& spec) {
  const std::vector<Compute> computes = computes_of(spec);
  if (std::ranges::none_of(computes, names_family, &Compute::backend)) return;
  const std::vector<std::string> others = remote_hosts_of(spec), hosts = hosts_of_members(spec);
  if (others.empty()) return;
  for (std::size_t rank = 0; rank < computes.size(); ++rank) {
    const std::string host = hosts.empty() ? others.front() : hosts[rank];
    if (names_family(computes[rank].backend) && !is_this_machine(host))
      throw UsageError(
          say("%1 trains on the machine where it was checked: no member on another one, as %2, can have it",
              find_backend(computes[rank].backend).title, host));
  }
}

void check_compute_in_team(const RunSpec& spec, std::optional<int> own) {
  const bool named = !spec.team->members.empty();
  try {
    if (!own) check_own_kernels(spec);
    const std::vector<Compute> computes = computes_of(spec);
    const std::vector<bool> here = ranks_here(spec, own);
    for (std::size_t rank = 0; rank < computes.size(); ++rank) {
      if (rank > 0 && computes[rank] == computes[rank - 1] && here[rank] == here[rank - 1]) continue;
      const BackendEntry& entry = find_backend(computes[rank].backend);
      if (here[rank]) check_backend(entry, computes[rank].options);
      if (!entry.make) throw UsageError(say("%1 trains by itself and cannot be a member of a team", entry.name));
    }
  } catch (const UsageError& error) {
    throw UsageError(error.what(), named ? "options.team" : field_in_team(error.field()));
  }
}

}  // namespace

const std::vector<ConfigurationEntry>& configurations() {
  static const std::vector<ConfigurationEntry> list = [] {
    std::vector<ConfigurationEntry> all;
    for (const BackendEntry& backend : backend_table())
      if (backend.on_host()) all.push_back(alone(backend));
    for (const Transport& transport : transports()) all.push_back(team(transport));
    for (const BackendEntry& backend : backend_table())
      if (!backend.on_host()) all.push_back(alone(backend));
    return all;
  }();
  return list;
}

const ConfigurationEntry* known_configuration(const std::string& name) {
  const auto found = std::ranges::find(configurations(), name, &ConfigurationEntry::name);
  return found == configurations().end() ? member_of_family(name) : &*found;
}

ConfigurationEntry find_configuration(const std::string& name) {
  if (const ConfigurationEntry* known = known_configuration(name)) return *known;
  if (names_members(name)) return named_team(name);
  if (names_options(name)) return with_options(name);
  throw UsageError(
      say("there is no backend '%1'; valid are %2", name, joined(configurations(), ", ", &ConfigurationEntry::name)),
      "backend");
}

std::string configuration_title(const std::string& name) {
  if (const ConfigurationEntry* known = known_configuration(name)) return say(known->title);
  if (!names_members(name) && !names_options(name)) return name;
  try {
    return find_configuration(name).title;
  } catch (const UsageError&) {  // of a kept study that names what is not here
    return name;
  }
}

std::string to_string(ConfigurationKind kind) { return name_of(kinds, kind); }

void check_configuration(const RunSpec& spec) {
  if (!spec.team) return check_backend(find_backend(configuration_name(spec)), spec.options);
  const Configuration asked = configuration_of(spec);
  const ConfigurationEntry entry = find_configuration(asked.name);
  if (const std::string reason = entry.why_not(); !reason.empty())
    throw BackendError(say("the backend %1 is not available: %2", entry.name, reason));
  std::map<std::string, std::string> options = asked.options;
  if (names_family(spec.backend)) options.erase(compute_option);  // no list has it; the team's check looks at it
  check_options(entry.name, entry.options, options);
  check_workers(entry.name, asked.workers, entry.workers_max());
  check_in_job(spec);
}

void check_in_job(const RunSpec& spec, std::optional<int> own) {
  if (!spec.team) throw UsageError(say("a run of several processes has a team, and its spec names none"), "backend");
  check_compute_in_team(spec, own);
  if (const Transport& transport = find_transport(spec.team->transport); transport.check) transport.check(spec);
}

std::string why_not(const RunSpec& spec) {
  const std::string reason = find_configuration(configuration_name(spec)).why_not();
  if (!reason.empty()) return reason;
  if (const ExternalProgram* program = program_of(find_backend(spec.backend))) return program->why_not(spec);
  const std::vector<Compute> computes = computes_of(spec);
  const std::vector<bool> here = ranks_here(spec);
  for (std::size_t rank = 0; rank < computes.size(); ++rank) {
    if (!here[rank]) continue;
    const Compute& compute = computes[rank];
    const BackendEntry& entry = find_backend(compute.backend);
    std::string why = spec.team ? entry.why_not() : "";
    if (why.empty() && entry.why_not_train) why = entry.why_not_train(spec.model, spec.optimizer, compute.options);
    if (!why.empty()) return why;
  }
  return {};
}

void check_can_compute(const RunSpec& spec) {
  if (!spec.host.empty()) return;  // that machine says it
  check_configuration(spec);
  if (const std::string reason = why_not(spec); !reason.empty())
    throw BackendError(say("the backend %1 cannot compute this run: %2", configuration_name(spec), reason));
}

std::optional<Launcher> launcher_of(const RunSpec& spec) {
  if (!spec.host.empty())
    return Launcher{.name = spec.host, .launch = [](const RunSpec&, const std::filesystem::path& exchange) {
                      if (const std::string reason = cli_missing(); !reason.empty()) throw BackendError(reason);
                      Launch launch;
                      launch.command = {cli_path().string(), "relay", "--exchange", exchange.string()};
                      launch.obeys = true;
                      return launch;
                    }};
  if (spec.team)
    return Launcher{.name = configuration_name(spec),
                    .launch = [](const RunSpec& run, const std::filesystem::path& exchange) {
                      check_configuration(run);
                      return find_transport(run.team->transport).launch(run, exchange);
                    }};
  const BackendEntry* entry = known_backend(spec.backend);
  if (entry == nullptr || !entry->program) return {};
  return launcher_of(*entry, spec.options.workers);
}

Launcher launcher_of(const BackendEntry& entry, int workers) {
  return {.name = entry.name,
          .is_program = true,
          .image_threads = workers > 0 ? workers : entry.workers_max(),
          .launch = [entry](const RunSpec& run, const std::filesystem::path& exchange) {
            check_backend(entry, run.options);
            return program_of(entry)->launch(run, exchange);
          }};
}

}  // namespace mlplab
