// Shared by the entries of kind 'processes': the options that choose the backend which computes in each rank, and the
// command of a rank. To add such an entry: a file like shared_backend.cpp with its add_backend line.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/launch/launch.h"

namespace mlplab {

/// The backend that --processes N selects, and that of ranks that mpirun or srun started.
inline constexpr const char* mpi_backend_name = "mpi";

/// Its option for the file that lists the machines (hostfile.h).
inline constexpr const char* hostfile_option = "hostfile";

/// Its option for what batch normalisation goes by: the 'summed' statistics of all ranks, which is the computation of
/// one process, or the 'local' ones of each.
inline constexpr const char* batch_norm_option = "batch-norm";

/// The backend in each rank.
struct RankCompute {
  std::string backend;
  BackendOptions options;  // workers: the threads of one rank
};

/// From the options of an entry of kind 'processes': `compute`, `threads`, `compute-…`. Throws UsageError.
RankCompute rank_compute_of(const BackendOptions& options);
/// The other way: the options of such an entry for `ranks` processes that compute with `backend` and its `options`.
BackendOptions process_options_of(int ranks, const std::string& backend, const BackendOptions& options);
/// Whether the run's processes normalise each by its own part of a batch: other losses than one process has are no
/// fault then, and marks say so. `processes`: how many it had (RunStarted::workers), 0 where that is not known; of one
/// its part is the batch.
bool has_local_statistics(const RunSpec& spec, int processes = 0);
/// The note on a run with local statistics, for say().
inline constexpr const char* local_statistics_words = to_say(
    "its processes normalise each by its own part of a batch (batch-norm=local): its losses are not those of "
    "one process, and need not be");
/// How many processes such a run has: the workers, or as many as leave each a core for every thread.
int ranks_of(const BackendOptions& options);

/// kind, options, checks, device and workers; the caller adds name, title, description and launch.
BackendEntry process_entry();
/// 'mlplab-cli rank …' for a run. Callable only when cli_missing() is ''.
std::vector<std::string> rank_command(const RunSpec& spec, const std::filesystem::path& exchange);
/// A launch of as many ranks as the run asks for, side by side on this machine, connected by `transport` (a literal).
std::function<Launch(const RunSpec&, const std::filesystem::path&)> launch_ranks(const char* transport);
/// Where mlplab-cli is: beside the running program.
std::filesystem::path cli_path();
/// '' where it is there, else the sentence that says so.
std::string cli_missing();

}  // namespace mlplab
