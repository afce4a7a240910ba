// The state of the window as a file that is written whenever it changes: after a crash or a kill the next start has the
// same form and the same runs with their numbers. To keep more, add a member here.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/run/run_spec.h"
#include "ui/runs/run.h"

namespace mlplab {

struct KeptRun {
  std::filesystem::path folder;
  int number = 0;
  bool pinned = false, visible = true;
  std::optional<BackendLook> look;  // its own colour and marker; none in files of earlier versions
  bool operator==(const KeptRun&) const = default;
};

struct KeptSession {
  std::optional<RunSpec> form;
  std::vector<KeptRun> runs;  // by number
  int next_number = 1;
  std::filesystem::path going;   // the folder of the run that was going on; empty without one
  std::filesystem::path newest;  // the name of the last folder that the list knew: later ones were made elsewhere
  bool operator==(const KeptSession&) const = default;
};

/// Nothing where there is no such file, or none that this version understands.
std::optional<KeptSession> read_session(const std::filesystem::path& file);
void save_session(const std::filesystem::path& file, const KeptSession& session);  // Throws InputError

}  // namespace mlplab
