// A run on disk: a folder with spec.json, host.json, events.jsonl (appended to, never rewritten),
// checkpoint.safetensors (replaced after each epoch, atomically), model.safetensors (the best epoch's weights) and,
// where they are wanted, the weights of other epochs (epoch_states.h).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/run/epoch_states.h"
#include "core/run/event.h"
#include "core/run/run_lock.h"
#include "core/run/run_log.h"

namespace mlplab {

/// Writes a run's folder from its events, on a thread of its own, so that a slow disk never holds up the training. A
/// full disk does not end the training either: what could not be written is kept and tried again with the next event,
/// and at the end; until then the file ends with its last whole line. Events are on the disk before the checkpoint that
/// counts on them.
class RunRecorder : public EventSink {
 public:
  /// Creates the folder (it must not hold a run yet) with spec.json and host.json; `resume` opens an existing run and
  /// cuts off a half-written last line. `epoch_states_bytes`: the room for the weights of every epoch; 0 keeps none.
  /// A new run in `folder`. Throws InputError, also where a run's files are there already.
  RunRecorder(std::filesystem::path folder, const RunSpec& spec, std::uint64_t epoch_states_bytes = 0);
  /// Goes on with the run in `folder`, of which `lock` is: taken before anything of the run was read, so that nobody
  /// wrote it since. Throws InputError.
  RunRecorder(std::filesystem::path folder, const RunSpec& spec, std::unique_ptr<RunLock> lock,
              std::uint64_t epoch_states_bytes = 0);
  /// Waits until all is written.
  ~RunRecorder() override;
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  void on_event(const Event& event) override;
  /// A state at the end of an epoch becomes the checkpoint; one within an epoch (a snapshot) is not written.
  void on_state(const std::shared_ptr<const TrainingState>& state) override;
  const std::filesystem::path& folder() const { return folder_; }
  /// Waits until all is written so far; '' where it is, else why not, in one sentence.
  std::string failure();
  /// Removes what a run that never began has left, and the folder where nothing else is in it.
  void discard();

 private:
  /// The data still to be written.
  struct Pending {
    std::string lines;
    std::shared_ptr<const TrainingState> checkpoint, best;     // the newest wins
    std::vector<std::shared_ptr<const TrainingState>> epochs;  // few: see most_waiting()
    std::string dataset_hash;
  };
  void begin_files(const RunSpec& spec);
  void write_machine(const std::string& facts);
  void open_events();
  void remove_files();
  void write_loop();
  std::string write(Pending& pending);
  void write_lines(const std::string& lines);

  std::filesystem::path folder_;
  std::uint64_t seed_;
  EpochStates epoch_states_;
  RunLog log_;  // the trainer's thread only
  std::unique_ptr<RunLock> lock_;
  int events_ = -1;              // descriptor of events.jsonl
  std::int64_t good_bytes_ = 0;  // of events.jsonl: whole lines

  std::mutex mutex_;
  std::condition_variable changed_;
  Pending pending_;
  bool fresh_ = false;  // something was added since the last attempt
  bool writing_ = false, closing_ = false;
  std::string failure_;
  std::thread writer_;
};

/// A run's folder read back. The last line of events.jsonl may be cut off (a killed run): it is ignored.
struct StoredRun {
  std::filesystem::path folder;
  RunSpec spec;
  RunLog log;
  std::string machine;  // that computed it (machine_in_brief); '' where its host.json does not say
};
/// `steps` left out: all else of it, in a tenth of the time: a long run's log is nearly all steps.
enum class Steps { read, left_out };
StoredRun read_run(const std::filesystem::path& folder, Steps steps = Steps::read);  // Throws InputError
/// Its spec alone: a long run's events are a hundred megabytes. Throws InputError.
RunSpec read_run_spec(const std::filesystem::path& folder);
struct Checkpoint {
  std::shared_ptr<const TrainingState> state;  // null where no epoch was completed
  std::string seed, dataset_hash;              // '' where it does not say
};
Checkpoint read_checkpoint(const std::filesystem::path& folder);  // Throws InputError
/// Whether `file` is one that a run in `folder` writes by itself: nothing else may be written there.
bool is_file_of_run(const std::filesystem::path& folder, const std::filesystem::path& file);

/// Where runs are kept unless a folder is named: $XDG_DATA_HOME/mlplab/runs, else ~/.local/share/mlplab/runs.
std::filesystem::path default_runs_folder();
/// Makes a new folder there: '2026-11-21-143005-openmp', with -2, -3… if taken. Throws InputError.
std::filesystem::path make_run_folder(const std::filesystem::path& runs, const RunSpec& spec);
/// The newest `most` runs, newest first; folders that cannot be read are left out.
std::vector<StoredRun> recent_runs(const std::filesystem::path& runs, std::size_t most, Steps steps = Steps::read);

}  // namespace mlplab
