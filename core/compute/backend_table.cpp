// Queries on the table of backends; the table itself is generated (cmake/backends.cmake).
#include "core/compute/backend_table.h"

#include <algorithm>
#include <mutex>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/names.h"
#include "core/base/unreachable.h"

namespace mlplab {
namespace {

constexpr Name<BackendKind> backend_kinds[] = {
    {BackendKind::cpu, "cpu"}, {BackendKind::gpu, "gpu"}, {BackendKind::external, "external"}};
constexpr int max_workers = 1024;

/// The reasons that cmake/find_*.cmake passes to absent_backend(), except those with a path in them.
[[maybe_unused]] constexpr const char* reasons_of_builds[] = {
    to_say("no CUDA compiler (nvcc) was found when this was built"),
    to_say("Google Highway was not found when this was built (install libhwy-dev)"),
    to_say("Open MPI was not found when this was built (install libopenmpi-dev and openmpi-bin)"),
    to_say("oneDNN was not found when this was built (install libdnnl-dev)"),
    to_say("OpenBLAS was not found when this was built (install libopenblas-dev)"),
    to_say("configured with MLPLAB_CUDA=OFF"),
    to_say("configured with MLPLAB_HIGHWAY=OFF"),
    to_say("configured with MLPLAB_MPI=OFF"),
    to_say("configured with MLPLAB_ONEDNN=OFF"),
    to_say("configured with MLPLAB_OPENBLAS=OFF"),
    to_say("configured with MLPLAB_OPENMP=OFF")};

/// Null where `name` is of none.
const BackendFamily* family_of(const std::string& name) {
  const auto found = std::ranges::find_if(backend_families(),
                                          [&](const BackendFamily& family) { return name.starts_with(family.prefix); });
  return found == backend_families().end() ? nullptr : &*found;
}

/// Made once per name, for as long as the program runs.
const BackendEntry* member_of_family(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, BackendEntry> known;
  const BackendFamily* family = family_of(name);
  if (family == nullptr) return nullptr;
  const std::lock_guard lock(mutex);
  const auto found = known.find(name);
  return found != known.end() ? &found->second : &known.emplace(name, family->entry(name)).first->second;
}

}  // namespace

void check_options(const std::string& name, const std::vector<BackendOption>& known,
                   const std::map<std::string, std::string>& values) {
  for (const auto& [option, value] : values) {
    const auto found = std::ranges::find(known, option, &BackendOption::name);
    if (found == known.end()) {
      std::vector<std::string> names;
      for (const BackendOption& one : known) names.push_back(one.name);
      throw UsageError(names.empty()
                           ? say("the backend %1 has no option '%2'; it has none", name, option)
                           : say("the backend %1 has no option '%2'; it has %3", name, option, in_one_line(names)),
                       "options." + option);
    }
    if (!found->values.empty() && std::ranges::find(found->values, value) == found->values.end())
      throw UsageError(say("the option %1 of the backend %2 cannot be '%3'; valid are %4", option, name, value,
                           in_one_line(found->values)),
                       "options." + option);
  }
}

void check_workers(const std::string& name, int workers, int most) {
  if (workers < 0 || workers > max_workers)
    throw UsageError(say("the number of workers must be between 1 and %1, or 0 for all", max_workers), "workers");
  if (workers > 1 && most == 1)
    throw UsageError(say("the backend %1 has one worker; %2 were asked for", name, workers), "workers");
}

const BackendEntry* known_backend(const std::string& name) {
  const auto found = std::ranges::find(backend_table(), name, &BackendEntry::name);
  return found == backend_table().end() ? member_of_family(name) : &*found;
}

bool names_family(const std::string& name) { return family_of(name) != nullptr; }

bool is_in_family(const std::string& name) {
  const BackendFamily* family = family_of(name);
  return family != nullptr && family->is_there(name);
}

std::string full_name(const std::string& name) { return names_family(name) ? find_backend(name).name : name; }

std::string code_of(const std::string& name, const Backend& backend) {
  const BackendFamily* family = family_of(name);
  return family == nullptr ? std::string() : family->code(backend);
}

const BackendEntry& find_backend(const std::string& name) {
  if (const BackendEntry* known = known_backend(name)) return *known;
  throw UsageError(
      say("there is no backend '%1'; valid are %2", name, joined(backend_table(), ", ", &BackendEntry::name)),
      "backend");
}

const BackendEntry& reference_entry() { return find_backend("sequential"); }

const BackendEntry& default_backend() {
  const BackendEntry* best = nullptr;
  for (const BackendEntry& entry : backend_table())
    if (entry.on_host() && entry.why_not().empty() && (best == nullptr || entry.rank > best->rank)) best = &entry;
  if (best == nullptr) throw BackendError(say("no backend can run on this machine"));
  return *best;
}

void check_backend(const BackendEntry& entry, const BackendOptions& options) {
  if (const std::string reason = entry.why_not(); !reason.empty())
    throw BackendError(say("the backend %1 is not available: %2", entry.name, reason));
  check_options(entry.name, entry.options, options.values);
  check_workers(entry.name, options.workers, entry.workers_max());
  if (entry.check) entry.check(options);
}

std::unique_ptr<Backend> make_backend(const BackendEntry& entry, const BackendOptions& options) {
  check_backend(entry, options);
  if (!entry.make)
    throw BackendError(
        say("the backend %1 runs in other processes: it trains, but has no operations here", entry.name));
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
      return entry.workers_max() == 1 ? to_say("none") : to_say("threads");
    case BackendKind::gpu:
      return to_say("GPU");
    case BackendKind::external:
      return entry.workers_max() == 1 ? to_say("none") : to_say("processes");
  }
  unreachable();
}

BackendEntry absent_backend(std::string name, std::string title, BackendKind kind, std::string reason) {
  BackendEntry entry;
  entry.name = std::move(name);
  entry.title = std::move(title);
  entry.kind = kind;
  const auto why_not = [reason = std::move(reason)] { return say("not in this build: %1", say(reason)); };
  entry.why_not = why_not;
  entry.device = [] { return std::string{}; };
  entry.workers_max = [] { return 0; };
  entry.make = [why_not](const BackendOptions&) -> std::unique_ptr<Backend> { throw BackendError(why_not()); };
  return entry;
}

}  // namespace mlplab
