// The list of everything that a run can be trained by, as lists, tables and charts show it: each backend, and each
// transport with a team of processes. The names are those of core/run/configuration.h.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/launch/launch.h"
#include "core/run/configuration.h"

namespace mlplab {

/// The headings of a list.
enum class ConfigurationKind { cpu, gpu, processes, external };

struct ConfigurationEntry {
  std::string name;
  std::string title, description;  // in English: say() them
  ConfigurationKind kind = ConfigurationKind::cpu;
  std::string technology, parallelism;  // cells of the comparison's table; in English
  std::vector<BackendOption> options;
  std::function<std::string()> why_not;  // empty when it can run here, else the exact reason
  std::function<std::string()> device;   // in words; callable only when usable
  std::function<int()> workers_max;

  /// A program of its own: it takes no orders, and what it says of itself is not checked.
  bool is_program() const { return kind == ConfigurationKind::external; }
  /// Workers that share every batch and can be chosen, here.
  bool is_parallel() const { return kind != ConfigurationKind::gpu && why_not().empty() && workers_max() > 1; }
};

/// The backends of this process, the teams, devices, other programs; made once.
const std::vector<ConfigurationEntry>& configurations();
/// Null where there is none of that name: a kept run may be of a trainer that is not here any more.
const ConfigurationEntry* known_configuration(const std::string& name);
/// Throws UsageError listing the valid names. A team of named members (names_members()) has an entry of its own.
ConfigurationEntry find_configuration(const std::string& name);
/// As on screen, in the language that is set; the name itself where it is of none.
std::string configuration_title(const std::string& name);
inline std::string configuration_title(const RunSpec& spec) { return configuration_title(configuration_name(spec)); }
std::string to_string(ConfigurationKind kind);

/// Throws BackendError with the reason where the spec's configuration cannot run here, UsageError for an unknown name
/// or option, or too many workers; their fields are those of the configuration.
void check_configuration(const RunSpec& spec);
/// Checks a team whose ranks run already: the program that started them (srun, say) need not be on this machine. Where
/// members name their machines, those on others are checked there; `own` (optional) is the rank of this process.
void check_in_job(const RunSpec& spec, std::optional<int> own = {});
/// Why the spec's configuration cannot compute it: it cannot run here, or does not know a layer, the loss or the
/// optimiser. '' where it can. For lists that show it before a run starts.
std::string why_not(const RunSpec& spec);
/// Throws as check_configuration(), and BackendError with the reason of why_not().
void check_can_compute(const RunSpec& spec);

/// The launcher of a run in other processes; none where this process computes it.
std::optional<Launcher> launcher_of(const RunSpec& spec);
/// The launcher of an entry that is a program of its own, which trains with `workers` (0: all).
Launcher launcher_of(const BackendEntry& entry, int workers);

}  // namespace mlplab
