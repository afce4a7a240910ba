#include "core/run/configuration.h"

#include <algorithm>
#include <string_view>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/typed_number.h"
#include "core/compute/backend_table.h"

namespace mlplab {
namespace {

struct TeamName {
  const char *name, *transport;
};
constexpr TeamName team_names[] = {{"processes-pickled", pipes_transport},
                                   {"processes-shared", shared_transport},
                                   {"mpi", mpi_transport},
                                   {"nccl", nccl_transport}};

constexpr std::string_view prefix = "compute-";  // of the options of what computes in a team
constexpr const char* threads_option = "threads";
constexpr const char* batch_norm_option = "batch-norm";
constexpr const char* summed = "summed";
constexpr const char* local = "local";
constexpr int max_threads = 1024;

/// The results of option_label() for the names in the tables of backends and transports.
[[maybe_unused]] constexpr const char* option_labels[] = {
    to_say("Batch norm"), to_say("Bind"),        to_say("Compute"),  to_say("Conv"),    to_say("Convolution"),
    to_say("Device"),     to_say("First layer"), to_say("Hostfile"), to_say("Overlap"), to_say("Pin"),
    to_say("Placement"),  to_say("Product"),     to_say("Schedule"), to_say("Shares"),  to_say("Silence"),
    to_say("Step"),       to_say("Sum"),         to_say("Team"),     to_say("Threads")};

int threads_of(const std::string& text) {
  const std::optional<int> threads = typed_whole<int>(text);
  if (!threads || *threads < 1 || *threads > max_threads)
    throw UsageError(say("the option threads is a number of threads per process, 1 to %1, not '%2'", max_threads, text),
                     "options.threads");
  return *threads;
}

bool knows(const BackendEntry* entry, const std::string& option) {
  return entry != nullptr && std::ranges::find(entry->options, option, &BackendOption::name) != entry->options.end();
}

/// A form with every option in it also sends those of other backends, at their defaults: they mean nothing.
bool is_default(const std::string& option, const std::string& value) {
  return std::ranges::any_of(backend_table(), [&](const BackendEntry& entry) {
    const auto found = std::ranges::find(entry.options, option, &BackendOption::name);
    return found != entry.options.end() && !found->values.empty() && found->values.front() == value;
  });
}

bool takes_local_statistics(const std::string& name, const std::map<std::string, std::string>& options) {
  const auto found = options.find(batch_norm_option);
  if (found == options.end() || found->second == summed) return false;
  if (found->second == local) return true;
  throw UsageError(say("the option %1 of the backend %2 cannot be '%3'; valid are %4", batch_norm_option, name,
                       found->second, std::string(summed) + ", " + local),
                   std::string("options.") + batch_norm_option);
}

bool is_of_every_team(const std::string& option) {
  return option == compute_option || option == threads_option || option == batch_norm_option ||
         option == members_option || option == shares_option;
}

/// A team that is written out, as its transport's name and the options that say the same.
Configuration written_out(const std::string& name) {
  check_names_in(name);
  std::string members = name, shares, transport = name_of_transport(shared_transport);
  if (const std::size_t at = members.find('@'); at != std::string::npos) {
    shares = members.substr(at + 1);
    members.resize(at);
  }
  const std::size_t equals = members.find('='), options = members.find('(');
  if (equals != std::string::npos && (options == std::string::npos || equals < options)) {
    transport = members.substr(0, equals);
    members.erase(0, equals + 1);
    if (transport_of(transport).empty())
      throw UsageError(
          say("'%1' names no team of processes; valid are processes-pickled, processes-shared, mpi, nccl", transport),
          "backend");
  }
  Configuration team{.name = transport, .options = {{members_option, members}}};
  if (!shares.empty()) team.options[shares_option] = shares;
  return team;
}

/// The backend of a team that names none: where the sums are on GPUs the fastest backend of one.
std::string usual_compute(const std::string& transport) {
  const std::vector<const BackendEntry*> all = rank_backends();
  return transport == nccl_transport && all.back()->on_device() ? all.back()->name : all.front()->name;
}

/// A team of `configuration`, whose name has `transport`.
void set_team(RunSpec& spec, const std::string& transport, const Configuration& configuration) {
  Team team{.transport = transport, .ranks = configuration.workers, .options = {}};
  team.local_statistics = takes_local_statistics(configuration.name, configuration.options);
  Compute compute;
  const auto value = [&](const char* name) {
    const auto found = configuration.options.find(name);
    return found == configuration.options.end() ? std::string() : found->second;
  };
  if (!value(members_option).empty()) {
    team.members = parse_members(value(members_option));
    for (const char* other : {compute_option, threads_option})
      if (!value(other).empty())
        throw UsageError(say("the members of a team say what computes and with how many threads: leave out %1", other),
                         std::string("options.") + other);
  }
  if (!value(shares_option).empty()) set_shares(team, value(shares_option));
  if (team.members.empty())
    compute.backend = value(compute_option).empty() ? usual_compute(transport) : full_name(value(compute_option));
  if (!value(threads_option).empty()) compute.options.workers = threads_of(value(threads_option));
  const BackendEntry* entry = known_backend(compute.backend);
  for (const auto& [name, text] : configuration.options) {
    if (is_of_every_team(name)) continue;
    if (!name.starts_with(prefix)) {
      team.options[name] = text;
    } else if (const std::string own = name.substr(prefix.size()); knows(entry, own) || !is_default(own, text)) {
      compute.options.values[own] = text;
    }
  }
  spec.team = std::move(team);
  spec.backend = std::move(compute.backend);
  spec.options = std::move(compute.options);
  follow_members(spec);
}

}  // namespace

bool says_what_computes(const std::string& option) {
  return option == compute_option || option == threads_option || option.starts_with(prefix);
}

bool names_members(const std::string& name) {
  if (names_family(name)) return false;
  int depth = 0;  // within parentheses are options
  return std::ranges::any_of(name, [&](char c) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    return depth == 0 && std::string_view("+*@=").find(c) != std::string_view::npos;
  });
}

bool names_options(const std::string& name) {
  if (names_members(name) || names_family(name)) return false;
  const std::size_t slash = name.rfind('/');  // a trainer's file may have one, too
  const bool threads = slash != std::string::npos && slash > 0 && slash + 1 < name.size() &&
                       name.find_first_not_of("0123456789", slash + 1) == std::string::npos;
  return threads || (name.ends_with(')') && name.find('(') != std::string::npos);
}

std::string name_of_members(const Team& team) {
  std::string name = team.transport == shared_transport ? "" : name_of_transport(team.transport) + "=";
  name += joined(team.members, "+", [](const TeamMember& member) { return to_string({member}); });
  if (team.shares != Shares::equal) name += "@" + shares_in_words(team);
  if (names_family(name)) return name_of_transport(team.transport) + "=" + name;  // else it were one backend
  if (!names_members(name)) name += "*1";                                         // a team of one process
  return name;
}

std::string transport_of(const std::string& name) {
  const auto found = std::ranges::find(team_names, name, &TeamName::name);
  return found == std::end(team_names) ? "" : found->transport;
}

std::string name_of_transport(const std::string& transport) {
  const auto found = std::ranges::find(team_names, transport, &TeamName::transport);
  return found == std::end(team_names) ? transport : found->name;
}

std::string configuration_name(const RunSpec& spec) {
  return spec.team ? name_of_transport(spec.team->transport) : spec.backend;
}

Configuration configuration_of(const RunSpec& spec) {
  if (!spec.team) return {spec.backend, spec.options.workers, spec.options.values};
  Configuration configuration{name_of_transport(spec.team->transport), spec.team->ranks, spec.team->options};
  if (spec.team->local_statistics) configuration.options[batch_norm_option] = local;
  if (!spec.team->members.empty() || spec.team->shares != Shares::equal)
    configuration.options[shares_option] = shares_in_words(*spec.team);
  if (!spec.team->members.empty()) {
    configuration.workers = ranks_of(spec.team->members);
    configuration.options[members_option] = to_string(spec.team->members);
    return configuration;
  }
  configuration.options[compute_option] = spec.backend;
  if (spec.options.workers > 0) configuration.options[threads_option] = std::to_string(spec.options.workers);
  for (const auto& [name, value] : spec.options.values) configuration.options[std::string(prefix) + name] = value;
  return configuration;
}

void set_configuration(RunSpec& spec, const Configuration& configuration) {
  if (names_members(configuration.name)) {
    Configuration team = written_out(configuration.name);
    team.options.insert(configuration.options.begin(), configuration.options.end());
    return set_configuration(spec, team);
  }
  if (names_options(configuration.name)) {
    const std::vector<TeamMember> members = parse_members(configuration.name);
    if (members.size() != 1 || !members.front().host.empty())
      throw UsageError(say("'%1' names no backend with its options, as in simd(first-layer=dense)", configuration.name),
                       "backend");
    const Compute& own = members.front().compute;
    const int workers = own.options.workers > 0 ? own.options.workers : configuration.workers;
    return set_configuration(spec, {own.backend, workers, own.options.values});
  }
  if (const std::string transport = transport_of(configuration.name); !transport.empty())
    return set_team(spec, transport, configuration);
  spec.team.reset();
  spec.backend = configuration.name;
  spec.options = {.workers = configuration.workers, .values = configuration.options};
}

void choose_configuration(RunSpec& spec, const std::string& name) {
  if (name == configuration_name(spec)) return;
  set_configuration(spec, {name, workers_asked(spec), {}});
}

void follow_members(RunSpec& spec) {
  if (!spec.team || spec.team->members.empty()) return;
  spec.team->ranks = ranks_of(spec.team->members);
  spec.backend = spec.team->members.front().compute.backend;
  spec.options = spec.team->members.front().compute.options;
}

int workers_asked(const RunSpec& spec) { return spec.team ? spec.team->ranks : spec.options.workers; }

void set_workers(RunSpec& spec, int workers) { (spec.team ? spec.team->ranks : spec.options.workers) = workers; }

void make_team(RunSpec& spec, const std::string& transport, int ranks) {
  Team team{.transport = transport, .ranks = ranks, .options = {}};
  team.local_statistics = takes_local_statistics(name_of_transport(transport), spec.options.values);
  spec.options.values.erase(batch_norm_option);
  if (spec.options.workers == 1) spec.options.workers = 0;  // which is one thread in a team
  spec.team = std::move(team);
}

std::vector<const BackendEntry*> rank_backends(const std::vector<BackendEntry>& table) {
  std::vector<const BackendEntry*> all;
  for (const BackendEntry& entry : table)
    if (entry.make && (entry.on_device() || entry.why_not().empty())) all.push_back(&entry);
  std::ranges::stable_sort(all, [](const BackendEntry* a, const BackendEntry* b) {
    const auto single = [](const BackendEntry* e) { return e->on_host() && e->workers_max() == 1; };
    if (single(a) != single(b)) return single(a);
    return a->on_host() && (!b->on_host() || a->rank > b->rank);
  });
  return all;
}

std::vector<BackendOption> team_options(const std::vector<BackendOption>& own, const std::vector<BackendEntry>& table) {
  std::vector<std::string> names;
  std::vector<BackendOption> of_compute;
  for (const BackendEntry* entry : rank_backends(table)) {
    names.push_back(entry->name);
    for (const BackendOption& option : entry->options) {
      const std::string name = std::string(prefix) + option.name;
      if (std::ranges::find(of_compute, name, &BackendOption::name) == of_compute.end())
        of_compute.push_back(
            {name, option.values, say("the option %1 of the computing backend", option.name), option.approximate});
    }
  }
  std::vector<BackendOption> options = {
      {compute_option, names, to_say("the backend that computes in each process")},
      {threads_option, {}, to_say("threads of each process (default: 1)")},
      {members_option,
       {},
       to_say("the members in place of compute and threads, as simd,sequential or cuda:0,openmp/2*3: "
              "BACKEND[:DEVICE][/THREADS][*PROCESSES]")},
      {shares_option,
       {},
       to_say("of every batch: equal, fitted (measured before the first step), or a number for each member, as 3:1")},
      {batch_norm_option,
       {summed, local},
       to_say("summed statistics of all processes, or each its own: other losses")}};
  options.insert(options.end(), own.begin(), own.end());
  options.insert(options.end(), of_compute.begin(), of_compute.end());
  return options;
}

std::string option_label(std::string name) {
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
  std::ranges::replace(name, '-', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return say(name);
}

std::string field_in_team(const std::string& field) {
  constexpr std::string_view own = "options.";
  if (field.starts_with(own)) return std::string(own) + std::string(prefix) + field.substr(own.size());
  return std::string(own) + (field == "workers" ? threads_option : compute_option);
}

}  // namespace mlplab
