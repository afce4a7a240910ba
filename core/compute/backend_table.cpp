// What can be asked of the table; the table itself is generated (cmake/backends.cmake).
#include "core/compute/backend_table.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/names.h"
#include "core/base/unreachable.h"

namespace mlplab {
namespace {

constexpr Name<BackendKind> backend_kinds[] = {{BackendKind::cpu, "cpu"},
                                               {BackendKind::gpu, "gpu"},
                                               {BackendKind::processes, "processes"},
                                               {BackendKind::external, "external"}};
constexpr int max_workers = 1024;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void check_options(const BackendEntry& entry, const BackendOptions& options) {
  for (const auto& [name, value] : options.values) {
    const auto option = std::ranges::find(entry.options, name, &BackendOption::name);
    if (option == entry.options.end()) {
      std::vector<std::string> names;
      for (const BackendOption& known : entry.options) names.push_back(known.name);
      throw UsageError("the backend " + entry.name + " has no option '" + name + "'" +
                           (names.empty() ? "; it has none" : "; it has " + joined(names)),
                       "options." + name);
    }
    if (!option->values.empty() && std::ranges::find(option->values, value) == option->values.end())
      throw UsageError("the option " + name + " of the backend " + entry.name + " cannot be '" + value +
                           "'; valid are " + joined(option->values),
                       "options." + name);
  }
}

}  // namespace

const BackendEntry& find_backend(const std::string& name) {
  std::vector<std::string> names;
  for (const BackendEntry& entry : backend_table()) {
    if (entry.name == name) return entry;
    names.push_back(entry.name);
  }
  throw UsageError("there is no backend '" + name + "'; valid are " + joined(names), "backend");
}

double multiply_add_peak(int workers) {
  for (const BackendEntry& entry : backend_table())
    if (entry.peak && entry.why_not().empty() && workers <= entry.workers_max()) return entry.peak(workers);
  return 0.0;
}

double reading_rate(int workers, std::size_t bytes) {
  for (const BackendEntry& entry : backend_table())
    if (entry.reading && entry.why_not().empty() && workers <= entry.workers_max())
      return entry.reading(workers, bytes);
  return 0.0;
}

const BackendEntry& default_backend() {
  const BackendEntry* best = nullptr;
  for (const BackendEntry& entry : backend_table())
    if (entry.kind == BackendKind::cpu && entry.why_not().empty() && (best == nullptr || entry.rank > best->rank))
      best = &entry;
  if (best == nullptr) throw BackendError("no backend can run on this machine");
  return *best;
}

void check_backend(const BackendEntry& entry, const BackendOptions& options) {
  if (const std::string reason = entry.why_not(); !reason.empty())
    throw BackendError("the backend " + entry.name + " is not available: " + reason);
  check_options(entry, options);
  if (options.workers < 0 || options.workers > max_workers)
    throw UsageError("the number of workers must be between 1 and " + std::to_string(max_workers) + ", or 0 for all",
                     "workers");
  if (options.workers > 1 && entry.workers_max() == 1)
    throw UsageError(
        "the backend " + entry.name + " has one worker; " + std::to_string(options.workers) + " were asked for",
        "workers");
  if (entry.check) entry.check(options);
}

std::unique_ptr<Backend> make_backend(const BackendEntry& entry, const BackendOptions& options) {
  check_backend(entry, options);
  if (!entry.make)
    throw BackendError("the backend " + entry.name + " runs in other processes: it trains, but has no operations here");
  return entry.make(options);
}

std::string to_string(BackendKind kind) { return name_of(backend_kinds, kind); }

std::string technology_of(const BackendEntry& entry) {
  return entry.technology.empty() ? entry.title : entry.technology;
}

std::string parallelism_of(const BackendEntry& entry) {
  if (!entry.parallelism.empty()) return entry.parallelism;
  switch (entry.kind) {
    case BackendKind::cpu:
      return entry.workers_max() == 1 ? "none" : "threads";
    case BackendKind::gpu:
      return "GPU";
    case BackendKind::processes:
      return "processes";
    case BackendKind::external:
      return entry.workers_max() == 1 ? "none" : "processes";
  }
  unreachable();
}

BackendEntry absent_backend(std::string name, std::string title, BackendKind kind, std::string reason) {
  BackendEntry entry;
  entry.name = std::move(name);
  entry.title = std::move(title);
  entry.kind = kind;
  entry.why_not = [reason] { return reason; };
  entry.device = [] { return std::string{}; };
  entry.workers_max = [] { return 0; };
  entry.make = [reason](const BackendOptions&) -> std::unique_ptr<Backend> { throw BackendError(reason); };
  return entry;
}

}  // namespace mlplab
