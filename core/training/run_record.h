// A run on disk: a folder with spec.json, host.json, events.jsonl (appended to, never rewritten), checkpoint.safetensors
// (replaced after each epoch, atomically) and model.safetensors (the best epoch's weights).
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "core/training/event.h"
#include "core/training/run_log.h"

namespace mlplab {

/// Writes a run's folder from its events. A failing disk never ends the training: it is reported once, as a Warned
/// event to `reports`, and in failure().
class RunRecorder : public EventSink {
 public:
  /// Creates the folder (it must not hold a run yet) with spec.json and host.json; `resume` opens an existing one.
  /// Throws InputError.
  RunRecorder(std::filesystem::path folder, const RunSpec& spec, bool resume = false);
  void on_event(const Event& event) override;
  void on_state(const std::shared_ptr<const TrainingState>& state) override;
  const std::filesystem::path& folder() const { return folder_; }
  /// The first write that failed, in one sentence; '' when all is on disk.
  const std::string& failure() const { return failure_; }

 private:
  std::filesystem::path folder_;
  std::ofstream events_;
  RunLog log_;
  std::string failure_;
};

/// A run's folder read back. The last line of events.jsonl may be cut off (a killed run): it is ignored.
struct StoredRun {
  std::filesystem::path folder;
  RunSpec spec;
  RunLog log;
};
StoredRun read_run(const std::filesystem::path& folder);  // Throws InputError
/// The state to resume from: the checkpoint, or null where no epoch was completed. Throws InputError.
std::shared_ptr<TrainingState> read_checkpoint(const std::filesystem::path& folder);

/// Where runs are kept unless a folder is named: $XDG_DATA_HOME/mlplab/runs, else ~/.local/share/mlplab/runs.
std::filesystem::path default_runs_folder();
/// A new folder name there: '2026-11-21-143005-openmp', with -2, -3… if taken.
std::filesystem::path new_run_folder(const std::filesystem::path& runs, const RunSpec& spec);
/// The newest `most` runs, newest first; folders that cannot be read are left out.
std::vector<StoredRun> recent_runs(const std::filesystem::path& runs, std::size_t most);

}  // namespace mlplab
