// The team of a run: the processes (ranks) that share every batch. A run without a team computes in this process alone.
// A backend of the table (core/compute/backend_table.h) computes in each member.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"

namespace mlplab {

/// Names of transports, as a team keeps them (core/launch/processes/transport.h has their table).
inline constexpr const char* mpi_transport = "mpi";
inline constexpr const char* shared_transport = "shared";
inline constexpr const char* pipes_transport = "pipes";
inline constexpr const char* nccl_transport = "nccl";

/// The option of MPI for the file that lists the machines (core/launch/processes/hostfile.h).
inline constexpr const char* hostfile_option = "hostfile";

/// The option of a backend for the number of its device: which one computes does not change what is computed.
inline constexpr const char* device_option = "device";

inline constexpr int max_team_ranks = 1024;

/// The backend that computes in one process, with its options.
struct Compute {
  std::string backend;
  BackendOptions options;  // workers: the threads of the process
  bool operator==(const Compute&) const = default;
};

/// Processes of a team that compute alike.
struct TeamMember {
  Compute compute;
  std::string host = {};  // the machine that its processes are started on, by MPI; '' for the hostfile's, or this one
  int count = 1;
  int share = 1;  // of every batch, of each of them, beside the other members' shares
  bool operator==(const TeamMember&) const = default;
};

/// How a batch is split: in equal parts, as the members say, or as suits what was measured before the first step.
enum class Shares { equal, given, fitted };

/// The measurement behind fitted shares, and the shares (core/training/share_fit.h). All times are of one step.
struct ShareFit {
  std::vector<double> fixed_s, row_s;  // [ranks]: rank i takes fixed_s + row_s · rows
  double exchange_s = 0.0;             // summing the gradients and updating, beyond the slowest rank
  double alone_s = 0.0;                // the best rank alone, with the whole batch
  int best = 0;                        // the number of that rank
  std::vector<int> rows;               // [ranks], of a whole batch
  bool operator==(const ShareFit&) const = default;
};

struct Team {
  std::string transport;
  int ranks = 0;                               // 0: as many as leave each a core for every thread
  std::map<std::string, std::string> options;  // the transport's own
  /// Batch normalisation goes by each rank's own part of a batch, and not by the sums of all ranks: another computation
  /// than that of one process.
  bool local_statistics = false;
  /// Empty: all ranks compute what the run's backend and options say. Else they count the ranks, and the run's backend
  /// and options are those of the first.
  std::vector<TeamMember> members = {};
  Shares shares = Shares::equal;
  std::optional<ShareFit> fit = {};  // once it is known; a resumed run repeats it
  bool operator==(const Team&) const = default;
};

/// The number of processes of `members`.
int ranks_of(const std::vector<TeamMember>& members);
/// Each rank's weight, [ranks]; empty where the shares are equal, or not fitted yet.
std::vector<int> weights_of(const Team& team);
/// Throws UsageError (field "options.team") for a team that cannot be: no members' share, too many ranks, a fit of
/// other ranks.
void validate(const Team& team);

/// 'simd,sequential', 'cuda:0,openmp/2*3', '[node1]simd,[node2]simd': [HOST]BACKEND[:DEVICE][(NAME=VALUE;…)][/THREADS]
/// [*PROCESSES], separated by commas; all but BACKEND may be left out. A backend of a family, as workshop:FOLDER, has
/// neither device nor options, and its name comes in full.
/// Throws UsageError (field "options.team").
std::vector<TeamMember> parse_members(const std::string& text);
std::string to_string(const std::vector<TeamMember>& members);
/// Throws UsageError (field "options.team") where `text`, members in words, names something of a family that is there
/// and whose name has signs of these words: 'workshop:a*2,simd' where there is a folder 'a*2'.
void check_names_in(const std::string& text);
/// 'equal', 'fitted', or a share for each member: '3:1'. Sets `shares` and the members' shares.
void set_shares(Team& team, const std::string& text);
std::string shares_in_words(const Team& team);

/// Members, shares and fit: what the words of a configuration do not hold.
nlohmann::json members_json(const Team& team);
void read_members(const nlohmann::json& json, Team& team);  // Throws UsageError
/// A JSON file with the same members, `{"members": [{"backend": "simd", "share": 3}, …], "shares": "given"}`. Throws
/// InputError naming the file.
void read_team_file(const std::filesystem::path& path, Team& team);

}  // namespace mlplab
