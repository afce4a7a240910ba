// The machines of a run of mpi, as its hostfile lists them. mpirun hands their names to ssh: a name that begins with a
// hyphen would be an option there, and a run that somebody else made would log in to machines that its reader never
// chose. So names are checked, mpirun gets a file of our own making, and hosts are confirmed (execute.h).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/run/run_spec.h"

namespace mlplab {

struct Hostfile {
  std::vector<std::string> names;  // in the file's order
  std::string text;                // what mpirun is to read: 'NAME slots=N', a line each
};

/// A line is a name of letters, digits, dots, hyphens and underscores, not a hyphen first, and after it, if at all,
/// slots=N and max_slots=N; '#' begins a comment. Throws InputError naming the file and the line.
Hostfile read_hostfile(const std::filesystem::path& path);

/// The hostfile of a run of mpi; '' where it has none.
std::string hostfile_of(const RunSpec& spec);
/// The machine of each rank, [ranks_of(spec)], where a member names one; else nothing.
std::vector<std::string> hosts_of_members(const RunSpec& spec);
/// By its name in a hostfile or a team.
bool is_this_machine(const std::string& name);
/// The other machines that a run would start programs on. Throws InputError for a hostfile that cannot be read.
std::vector<std::string> remote_hosts_of(const RunSpec& spec);
/// Those that members name, as a resumed run's user names them again: 'node1,node2', sorted; '' where there are none.
std::string hosts_to_agree_on(const RunSpec& spec);
/// 'node1, node2'; the first of many.
std::string in_words(const std::vector<std::string>& hosts);

}  // namespace mlplab
