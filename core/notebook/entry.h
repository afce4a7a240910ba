// The kept work on disk, one entry each: runs, sweeps, comparisons, profiles, studies of operations, with the facts
// that a list shows. A further kind is a line in the table of entry.cpp with its reader. A folder that cannot be read
// is an entry too, with the reason.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/notebook/notes.h"
#include "core/run/event.h"
#include "core/run/run_spec.h"
#include "core/statistics/statistics.h"

namespace mlplab {

enum class EntryKind { run, sweep, comparison, profile, operations };
std::vector<EntryKind> entry_kinds();
std::string to_string(EntryKind kind);  // in the names of folders too
std::string in_words(EntryKind kind);   // the same for people, in their language

/// Interrupted: a run without an end that nobody works on. Stopped: by its user, before its last epoch. Incomplete: of
/// a sweep or a comparison runs are missing, be it that they are still to come, of a profile a point that failed.
enum class EntryState { done, going_on, interrupted, stopped, incomplete, failed, unreadable };
std::string to_string(EntryState state);  // as in files
std::string in_words(EntryState state);   // for people, in their language

struct NotebookEntry {
  EntryKind kind = EntryKind::run;
  std::filesystem::path path;  // a run's or a sweep's folder, the file of anything else
  std::string name;            // of the folder or file, without its ending
  std::string when;            // local time, '2026-11-21 14:30:05': as in its name, else that of the file
  EntryState state = EntryState::done;
  std::string reason;  // why it failed, or cannot be read
  // '' and 0 where there is no one value: a profile is of several batches.
  std::string backend, network, data;
  int workers = 0;  // 0: all
  int batch = 0;
  double learning_rate = not_known;
  std::optional<std::uint64_t> seed;
  int epochs_done = 0, epochs = 0;
  std::optional<double> accuracy_test;  // of the last epoch that was evaluated
  double time_s = not_known;            // training only
  // These are known of runs alone.
  std::shared_ptr<const RunSpec> spec;  // null where it cannot be read
  std::optional<double> loss_test;      // of the last epoch that was evaluated
  std::optional<double> loss_train;     // of the last epoch
  std::optional<double> epoch_train_j;  // joules of its training
  std::string settings;                 // further words to search by: optimiser, schedule, options, device
  Notes notes;
  std::string notes_unreadable;   // why, or ''
  std::uint64_t fingerprint = 0;  // of its files' sizes and times: the same while nothing of it changes
};

/// The folders that are listed; '' for none.
struct NotebookFolders {
  std::filesystem::path runs, sweeps, comparisons, profiles, operations;
};
/// Beside each other, as the window has them.
NotebookFolders folders_beside(const std::filesystem::path& runs);

/// The newest first. Reads of each only what a list needs, and nothing of those in `known` that have not changed since.
/// Folders that hold nothing of the kind (no spec, no events) are left out. Ends early where `stop` (optional) is set.
std::vector<NotebookEntry> read_notebook(const NotebookFolders& folders, const std::vector<NotebookEntry>& known = {},
                                         const std::atomic<bool>* stop = nullptr);
/// Reads one entry anew. Never throws InputError: the entry says what cannot be read.
NotebookEntry read_entry(EntryKind kind, const std::filesystem::path& path);

/// How a kept run ended, from the last lines of its events alone: a long run's log has a hundred megabytes.
struct RunTail {
  std::optional<RunEnded> ended;  // where it is the last event
  int epochs_done = 0;
  std::optional<double> accuracy_test, loss_test;  // of the last epoch that was evaluated
  std::optional<double> loss_train, train_j;       // of the last epoch done; the joules where they are known
  double train_time_s = 0.0;                       // training only, up to the last epoch done
};

/// Lines without their end are left out, as read_run() does; lines that are no events are skipped. Throws InputError
/// where the file cannot be read. `most_bytes`: how far back it looks; what lies before is not known.
RunTail read_run_tail(const std::filesystem::path& events, std::uint64_t most_bytes = std::uint64_t{1} << 22);

/// Kept work that a user names: a run's, a sweep's or a comparison's folder, a comparison's or a profile's file, or the
/// name of a kept entry.
struct KeptThing {
  EntryKind kind = EntryKind::run;
  std::filesystem::path path;  // as NotebookEntry::path
};

/// Finds the kept work at the path `named`; where there is none and `named` is a mere name, the entry of that name in
/// `folders`. A folder of `mlplab-cli compare --out` stands for the comparison in it. Throws InputError naming it: not
/// there, or none of these.
KeptThing find_kept(const std::filesystem::path& named, const NotebookFolders& folders);
/// In the folders beside default_runs_folder().
KeptThing find_kept(const std::filesystem::path& named);

}  // namespace mlplab
