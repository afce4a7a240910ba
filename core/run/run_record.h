// A run on disk: a folder with spec.json, host.json, events.jsonl (appended to, never rewritten),
// checkpoint.safetensors (replaced after each epoch, atomically) and model.safetensors (the best epoch's weights).
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/run/event.h"
#include "core/run/run_log.h"

namespace mlplab {

/// Writes a run's folder from its events, on a thread of its own, so that a slow disk never holds up the training. A
/// failing disk does not end the training either: failure() says so, and the run goes on.
class RunRecorder : public EventSink {
 public:
  /// Creates the folder (it must not hold a run yet) with spec.json and host.json; `resume` opens an existing run and
  /// cuts off a half-written last line. Throws InputError.
  RunRecorder(std::filesystem::path folder, const RunSpec& spec, bool resume = false);
  /// Waits until all is written.
  ~RunRecorder() override;
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  void on_event(const Event& event) override;
  /// A state at the end of an epoch becomes the checkpoint; one within an epoch (a snapshot) is not written.
  void on_state(const std::shared_ptr<const TrainingState>& state) override;
  const std::filesystem::path& folder() const { return folder_; }
  /// Waits until all is written so far; the first write that failed, in one sentence, or ''.
  std::string failure();

 private:
  void write_loop();
  void write_lines(const std::string& lines);

  std::filesystem::path folder_;
  RunLog log_;  // the trainer's thread only

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string pending_lines_;
  std::shared_ptr<const TrainingState> pending_checkpoint_, pending_best_;  // the newest wins
  bool writing_ = false, closing_ = false;
  std::string failure_;
  std::thread writer_;
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
