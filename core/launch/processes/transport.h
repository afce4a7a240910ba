// The transports of teams: what connects the processes of a run that share every batch, and what starts them. What
// computes in each process is a backend. To add a transport: its entry in transports(), its name in
// core/run/configuration.cpp, its Communicator (group.h).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/launch/launch.h"
#include "core/run/run_spec.h"

namespace mlplab {

struct Transport {
  std::string name;         // Team::transport
  std::string title;        // of a run in such a team, as on screen; in English, as all texts here
  std::string description;  // one line: how gradients are added up
  std::string technology;
  bool in_build = true;                  // false: it was left out, and has no options
  std::vector<BackendOption> options;    // its own, Team::options
  std::function<std::string()> why_not;  // '' where it can start processes here
  /// (optional) Throws UsageError, InputError or BackendError for what the lists of values do not rule out.
  std::function<void(const RunSpec&)> check;
  std::function<Launch(const RunSpec& spec, const std::filesystem::path& exchange)> launch;
};

/// Every transport, from the slowest.
const std::vector<Transport>& transports();
/// Throws UsageError listing the valid names.
const Transport& find_transport(const std::string& name);
Transport mpi_team();  // mpi_transport.cpp

/// The backend in each process of the spec's team with its number of threads, [ranks_of(spec)]; of a run without a
/// team the one that it has.
std::vector<Compute> computes_of(const RunSpec& spec);
/// Shares out the devices of this machine: BackendOptions::local_rank of a rank that computes on one counts
/// those before it, from rank `first` on, that do so too. The one place that numbers them.
std::vector<Compute> with_devices(std::vector<Compute> computes, std::size_t first = 0);
/// Whether members compute in several ways (StepPlan::mixed).
bool is_mixed(const Team& team);
/// How many processes the spec's team has: as many as it says, or as leave each a core for every
/// thread, or a GPU for each where the sums are on GPUs.
int ranks_of(const RunSpec& spec);

/// Whether the run's processes normalise each by its own part of a batch: other losses than one process has are no
/// fault then, and marks say so. `processes`: how many it had (RunStarted::workers), 0 where that is not known; the
/// only process of a run has the whole batch.
bool has_local_statistics(const RunSpec& spec, int processes = 0);
/// The note on a run with local statistics, for say().
inline constexpr const char* local_statistics_words = to_say(
    "its processes normalise each by its own part of a batch (batch-norm=local): its losses are not those of "
    "one process, and need not be");

/// 'mlplab-cli rank …' for a run. Callable only when cli_missing() is ''.
std::vector<std::string> rank_command(const RunSpec& spec, const std::filesystem::path& exchange);
/// Where mlplab-cli is: beside the running program.
std::filesystem::path cli_path();
/// '' where it is there, else the sentence that says so.
std::string cli_missing();

}  // namespace mlplab
