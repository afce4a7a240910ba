#include "core/launch/processes/process_backends.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/typed_number.h"
#include "core/machine/child_processes.h"
#include "core/machine/host_info.h"
#include "core/machine/topology.h"
#include "core/run/run_spec.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* prefix = "compute-";
constexpr int max_threads = 1024;

std::string value_of(const BackendOptions& options, const std::string& name) {
  const auto found = options.values.find(name);
  return found == options.values.end() ? "" : found->second;
}

int threads_of(const BackendOptions& options) {
  const std::string text = value_of(options, "threads");
  if (text.empty()) return 1;
  const std::optional<int> threads = typed_whole<int>(text);
  if (!threads || *threads < 1 || *threads > max_threads)
    throw UsageError(say("the option threads is a number of threads a process, 1 to %1, not '%2'", max_threads, text),
                     "options.threads");
  return *threads;
}

/// The backends that can compute in a rank: the best with one worker first, it is the default.
std::vector<const BackendEntry*> computing(const std::vector<BackendEntry>& table) {
  std::vector<const BackendEntry*> all;
  for (const BackendEntry& entry : table) {
    const bool computes = entry.make && !entry.launch;
    if (computes && (entry.kind == BackendKind::gpu || (entry.kind == BackendKind::cpu && entry.why_not().empty())))
      all.push_back(&entry);
  }
  std::ranges::stable_sort(all, [](const BackendEntry* a, const BackendEntry* b) {
    const auto single = [](const BackendEntry* e) { return e->kind == BackendKind::cpu && e->workers_max() == 1; };
    if (single(a) != single(b)) return single(a);
    return a->kind == BackendKind::cpu && (b->kind != BackendKind::cpu || a->rank > b->rank);
  });
  return all;
}

bool knows(const BackendEntry& entry, const std::string& option) {
  return std::ranges::find(entry.options, option, &BackendOption::name) != entry.options.end();
}

/// A form with every option in it also sends those of other backends, at their defaults: they mean nothing.
bool is_default(const std::string& option, const std::string& value) {
  return std::ranges::any_of(backend_table(), [&](const BackendEntry& entry) {
    const auto found = std::ranges::find(entry.options, option, &BackendOption::name);
    return found != entry.options.end() && !found->values.empty() && found->values.front() == value;
  });
}

void complete(BackendEntry& self, const std::vector<BackendEntry>& table) {
  const auto all = computing(table);
  std::vector<std::string> names;
  std::vector<BackendOption> passed_on;
  for (const BackendEntry* entry : all) {
    names.push_back(entry->name);
    for (const BackendOption& option : entry->options) {
      const std::string name = prefix + option.name;
      const bool known = std::ranges::find(passed_on, name, &BackendOption::name) != passed_on.end();
      if (!known)
        passed_on.push_back(
            {name, option.values, say("the option %1 of the computing backend", option.name), option.approximate});
    }
  }
  std::vector<BackendOption> options = {{"compute", names, to_say("the backend that computes in each process")},
                                        {"threads", {}, to_say("threads of each process (default: 1)")},
                                        {batch_norm_option,
                                         {"summed", "local"},
                                         to_say("summed statistics of all processes, or each its own: other losses")}};
  options.insert(options.end(), self.options.begin(), self.options.end());
  options.insert(options.end(), passed_on.begin(), passed_on.end());
  self.options = std::move(options);
}

/// The option here that a field of the computing backend's options is: 'options.pin' is 'options.compute-pin'.
std::string passed_on_field(const std::string& field) {
  constexpr std::string_view own = "options.";
  if (field.starts_with(own)) return std::string(own) + prefix + field.substr(own.size());
  return field == "workers" ? "options.threads" : "options.compute";
}

void check(const BackendOptions& options) {
  const RankCompute compute = rank_compute_of(options);
  try {
    check_backend(find_backend(compute.backend), compute.options);
  } catch (const UsageError& error) {
    throw UsageError(error.what(), passed_on_field(error.field()));
  }
}

}  // namespace

fs::path cli_path() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / "mlplab-cli";
}

RankCompute rank_compute_of(const BackendOptions& options) {
  RankCompute result;
  result.backend = value_of(options, "compute");
  if (result.backend.empty()) result.backend = computing(backend_table()).front()->name;
  const BackendEntry& entry = find_backend(result.backend);
  const int threads = threads_of(options);
  // One thread is what a backend of one worker has; a GPU's workers are its own affair.
  if (threads > 1 || (entry.kind == BackendKind::cpu && entry.workers_max() != 1)) result.options.workers = threads;
  for (const auto& [name, value] : options.values) {
    if (!name.starts_with(prefix)) continue;
    const std::string own = name.substr(std::string(prefix).size());
    if (knows(entry, own) || !is_default(own, value)) result.options.values[own] = value;
  }
  return result;
}

BackendOptions process_options_of(int ranks, const std::string& backend, const BackendOptions& options) {
  BackendOptions result;
  result.workers = ranks;
  result.values["compute"] = backend;
  if (options.workers > 1) result.values["threads"] = std::to_string(options.workers);
  for (const auto& [name, value] : options.values)
    result.values[name == batch_norm_option ? name : prefix + name] = value;
  return result;
}

bool has_local_statistics(const RunSpec& spec, int processes) {
  const bool norms = std::ranges::any_of(
      spec.model.layers, [](const Node& node) { return std::holds_alternative<BatchNorm>(node.layer); });
  return norms && processes != 1 && value_of(spec.options, batch_norm_option) == "local";
}

int ranks_of(const BackendOptions& options) {
  if (options.workers > 0) return options.workers;
  return std::max(1, machine_topology().usable_cores() / threads_of(options));
}

BackendEntry process_entry() {
  BackendEntry entry;
  entry.kind = BackendKind::processes;
  entry.parallelism = "processes";
  entry.why_not = cli_missing;
  entry.device = [] { return host_info().cpu + ", " + machine_topology().in_words(); };
  entry.workers_max = [] { return std::max(2, machine_topology().logical_cpus()); };
  entry.complete = complete;
  entry.check = check;
  entry.why_not_run = [](const RunSpec& spec) -> std::string {
    const BackendEntry& computing = find_backend(rank_compute_of(spec.options).backend);
    return computing.why_not_run ? computing.why_not_run(spec) : "";
  };
  return entry;
}

std::vector<std::string> rank_command(const RunSpec& spec, const fs::path& exchange) {
  return {cli_path().string(), "rank", "--spec", dump_json(nlohmann::json(spec)), "--exchange", exchange.string()};
}

std::function<Launch(const RunSpec&, const fs::path&)> launch_ranks(const char* transport) {
  return [transport](const RunSpec& spec, const fs::path& exchange) {
    Launch launch;
    launch.command = rank_command(spec, exchange);
    launch.transport = transport;
    launch.ranks = ranks_of(spec.options);
    launch.obeys = true;
    return launch;
  };
}

std::string cli_missing() {
  const fs::path cli = cli_path();
  return find_program(cli.string()).empty()
             ? say("the program mlplab-cli, which runs in each process, is not at %1", cli.string())
             : "";
}

}  // namespace mlplab
