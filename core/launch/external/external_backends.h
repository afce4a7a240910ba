// Trainers that are other programs, as backends: each JSON file in resources/trainers/ and in the user's own folder
// describes one. To add one: a file there; nothing here changes.
#pragma once

#include <filesystem>
#include <vector>

#include "core/compute/backend_table.h"

namespace mlplab {

/// Where a user's trainers lie: $XDG_CONFIG_HOME/mlplab/trainers, else ~/.config/mlplab/trainers; empty where neither
/// variable is set.
std::filesystem::path user_trainers_folder();

/// Adds what the two folders describe, in the order of the files' names; a folder may be missing or empty (''). A file
/// that cannot be read, or has the name of an entry that is there already, is listed as unavailable with the reason.
///
/// Shipped trainers are asked once whether they can run here (Python missing, NumPy missing), when their availability
/// is first asked for, all at the same time. A user's own are started for a run only: never to be listed.
void add_external_backends(std::vector<BackendEntry>& table, const std::filesystem::path& shipped,
                           const std::filesystem::path& users);
/// As above, with resources/trainers and user_trainers_folder().
void add_external_backends(std::vector<BackendEntry>& table);

}  // namespace mlplab
