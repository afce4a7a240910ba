// Trainers that are other programs, as backends: each JSON file in resources/trainers/ and in the user's own folder
// describes one. To add one: a file there; nothing here changes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"
#include "core/launch/launch.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// An entry that is a program of its own, as core/launch knows it: how it is started, and what it can compute.
class ExternalProgram : public OtherProgram {
 public:
  /// The program to start for a run. `exchange` is a folder with the run's files (docs/file-formats.md). Throws
  /// BackendError.
  virtual Launch launch(const RunSpec& spec, const std::filesystem::path& exchange) const = 0;
  /// Why it cannot compute what `spec` asks for (a layer, a loss, an optimiser that it does not know), though it can
  /// run here; '' where it can.
  virtual std::string why_not(const RunSpec& spec) const = 0;
};

/// Null for a backend of this program.
inline const ExternalProgram* program_of(const BackendEntry& entry) {
  return static_cast<const ExternalProgram*>(entry.program.get());
}

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
