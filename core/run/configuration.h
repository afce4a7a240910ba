// Named configurations: who computes, in the words of the command line and of kept runs. `mpi`, `processes-shared` and
// `processes-pickled` name a team, any other name is a backend that computes in this process or in a program of its
// own. This is the one place that translates between these words and a RunSpec. To add a team's name: a line in the
// table of configuration.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/run/run_spec.h"

namespace mlplab {

/// A name may also be a team of named members, [TRANSPORT=]MEMBER+MEMBER…[@SHARES] with members as in parse_members():
/// 'simd+sequential', 'mpi=cuda:0+cuda:1@fitted', 'cuda*1' (one process of a team). One that begins with a member of a
/// family names its transport, 'processes-shared=workshop:FOLDER+simd': without it all of it were the folder's name.
/// Sweeps and comparisons name their configurations so.
bool names_members(const std::string& name);
/// A name may also be a backend with threads or options of its own, BACKEND[(NAME=VALUE;…)][/THREADS]:
/// 'simd(first-layer=dense)', 'openblas/1'.
bool names_options(const std::string& name);
/// That name of a team; a transport other than shared memory and shares that are not equal are in it.
std::string name_of_members(const Team& team);

/// As in `--backend NAME --workers N --backend-option NAME=VALUE`, and as a run's spec.json has them.
struct Configuration {
  std::string name;
  int workers = 0;                             // threads, or processes of a team; 0: all there are
  std::map<std::string, std::string> options;  // a team's: its own, 'compute', 'threads', and those of what computes
  bool operator==(const Configuration&) const = default;
};

Configuration configuration_of(const RunSpec& spec);
/// Throws UsageError for a number of threads that is none.
void set_configuration(RunSpec& spec, const Configuration& configuration);
/// configuration_of(spec).name.
std::string configuration_name(const RunSpec& spec);
/// Another name and as many workers. Options belong to one name: they go unless the name stays.
void choose_configuration(RunSpec& spec, const std::string& name);

/// The options of a team's configuration for its members and their shares, as text (team.h).
inline constexpr const char* members_option = "team";
inline constexpr const char* shares_option = "shares";
/// The option of a team that names what computes in each process.
inline constexpr const char* compute_option = "compute";
/// Whether an option of a team's configuration says what computes in each process; members say that themselves.
bool says_what_computes(const std::string& option);

/// The number that configuration_of() has, and another one for it.
int workers_asked(const RunSpec& spec);
void set_workers(RunSpec& spec, int workers);

/// The transport of a team's name; '' where it names no team.
std::string transport_of(const std::string& name);
/// The name of a transport's team, as 'processes-shared' of 'shared'.
std::string name_of_transport(const std::string& transport);

/// `ranks` processes that compute what the spec's backend and options say; they are its options as before, but for
/// 'batch-norm', which is the team's.
void make_team(RunSpec& spec, const std::string& transport, int ranks);

/// Makes the spec's backend and options, and the number of ranks, those of the team's members; where they are named.
void follow_members(RunSpec& spec);

/// The backends that can compute in a rank, the default one first: the best that has one worker.
std::vector<const BackendEntry*> rank_backends(const std::vector<BackendEntry>& table = backend_table());
/// The options of a team's name: 'compute', 'threads' and 'batch-norm', `own` of its transport, and those of all
/// backends that can compute in a rank.
std::vector<BackendOption> team_options(const std::vector<BackendOption>& own,
                                        const std::vector<BackendEntry>& table = backend_table());
/// 'First layer' of 'first-layer', in the language that was set where it is an option of this program. Options of what
/// computes in a team are named without what tells them apart.
std::string option_label(std::string name);
/// The field of a UsageError about what computes in a team, as its configuration names it.
std::string field_in_team(const std::string& field);

}  // namespace mlplab
