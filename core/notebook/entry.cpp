// Metadata only: a spec, the last lines, the notes.
#include "core/notebook/entry.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <unordered_map>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/mixed_hash.h"
#include "core/operations/kept_study.h"
#include "core/run/configuration.h"
#include "core/run/run_lock.h"
#include "core/run/run_record.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/profile/profile_study.h"
#include "core/study/sweep/sweep_store.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

void take_spec(NotebookEntry& entry, const RunSpec& spec) {
  const Configuration configuration = configuration_of(spec);
  entry.backend = configuration.name;
  entry.network = spec.model.name();
  entry.data = title_of(spec.data);
  entry.workers = configuration.workers;
  entry.batch = spec.batch;
  entry.learning_rate = spec.optimizer.learning_rate;
  entry.seed = spec.seed;
  entry.epochs = spec.epochs;
  entry.settings = to_string(spec.optimizer.kind) + " " + to_string(spec.optimizer.schedule);
  for (const auto& [name, value] : configuration.options) entry.settings += " " + name + "=" + value;
  if (spec.data.augmentation.any()) entry.settings += " " + to_string(spec.data.augmentation);
}

EntryState state_of(RunStatus status) {
  switch (status) {
    case RunStatus::done:
      return EntryState::done;
    case RunStatus::stopped:
      return EntryState::stopped;
    case RunStatus::failed:
      return EntryState::failed;
  }
  return EntryState::unreadable;
}

void read_run_entry(NotebookEntry& entry) {
  entry.spec = std::make_shared<const RunSpec>(read_run_spec(entry.path));
  take_spec(entry, *entry.spec);
  const RunTail tail = read_run_tail(entry.path / "events.jsonl");
  entry.epochs_done = tail.epochs_done;
  entry.accuracy_test = tail.accuracy_test;
  entry.loss_test = tail.loss_test;
  entry.loss_train = tail.loss_train;
  entry.epoch_train_j = tail.train_j;
  if (tail.train_time_s > 0.0) entry.time_s = tail.train_time_s;
  if (tail.ended) {
    entry.state = state_of(tail.ended->status);
    entry.reason = tail.ended->reason;
  } else {
    entry.state = RunLock::held(entry.path) ? EntryState::going_on : EntryState::interrupted;
  }
}

void read_sweep_entry(NotebookEntry& entry) {
  const SweepStore store = SweepStore::open(entry.path);
  take_spec(entry, store.spec().base);
  std::string values;
  for (const std::string& value : store.spec().values) values += " " + value;
  entry.settings += " " + to_string(store.spec().axis) + values;
  if (const auto& across = store.spec().across) {
    entry.settings += " " + to_string(across->axis);
    for (const std::string& value : across->values) entry.settings += " " + value;
  }
  entry.state = store.complete() ? EntryState::done : EntryState::incomplete;
  double wall_s = 0.0;
  for (const SweepRun& run : store.runs()) wall_s += run.wall_s;
  if (wall_s > 0.0) entry.time_s = wall_s;
}

void read_comparison_entry(NotebookEntry& entry) {
  const Comparison comparison = read_comparison(entry.path);
  take_spec(entry, comparison.spec.base);
  entry.backend.clear();
  double time_s = 0.0;
  for (const ComparisonRow& row : comparison.rows) {
    if (row.runs.empty()) continue;
    entry.backend += (entry.backend.empty() ? "" : ", ") + row.backend;
    for (const ComparisonRun& run : row.runs)
      if (run.log.ended) time_s += run.log.ended->train_time_s;
  }
  if (time_s > 0.0) entry.time_s = time_s;
  entry.state = is_complete(comparison) ? EntryState::done : EntryState::incomplete;
}

void read_profile_entry(NotebookEntry& entry) {
  const ProfileStudy study = read_profile_study(entry.path);
  entry.settings = study.machine + " batches";
  bool measured = false;
  for (const ProfilePoint& point : study.points) {
    if (entry.backend.find(point.backend) == std::string::npos)
      entry.backend += (entry.backend.empty() ? "" : ", ") + point.backend;
    entry.settings += " " + std::to_string(point.batch);
    if (!point.failure.empty()) entry.reason = point.failure;
    measured = measured || point.failure.empty();
    if (point.accuracy_test) entry.accuracy_test = point.accuracy_test;
  }
  if (!entry.reason.empty()) entry.state = measured ? EntryState::incomplete : EntryState::failed;
}

void read_operations_entry(NotebookEntry& entry) {
  const KeptStudy kept = read_study(entry.path);
  entry.settings = to_string(kept.kind);
  for (const int n : kept.sizes) entry.settings += " " + std::to_string(n);
  for (const Variant& variant : kept.study.variants) entry.settings += " " + variant.id;
  if (kept.kind == LaboratoryKind::embeddings) entry.data = kept.folder.string();
  if (kept.stopped) entry.state = EntryState::stopped;
}

/// A kind of entries: where they are listed, and the files that decide whether one has changed.
struct EntryReader {
  EntryKind kind;
  const char* name;
  fs::path NotebookFolders::*folder;
  const char* ending;                  // of a file; '' for folders
  std::array<const char*, 4> made_of;  // files of a folder; the first two make it one of the kind
  void (*read)(NotebookEntry& entry);
};

const std::array<EntryReader, 5>& entry_readers() {
  static const std::array<EntryReader, 5> table{{
      {EntryKind::run,
       to_say("run"),
       &NotebookFolders::runs,
       "",
       {"spec.json", "events.jsonl", "notes.json", ".running"},
       read_run_entry},
      {EntryKind::sweep,
       to_say("sweep"),
       &NotebookFolders::sweeps,
       "",
       {"sweep.json", "runs.jsonl", "notes.json", nullptr},
       read_sweep_entry},
      {EntryKind::comparison, to_say("comparison"), &NotebookFolders::comparisons, ".json", {}, read_comparison_entry},
      {EntryKind::profile, to_say("profile"), &NotebookFolders::profiles, ".json", {}, read_profile_entry},
      {EntryKind::operations, to_say("operations"), &NotebookFolders::operations, ".json", {}, read_operations_entry},
  }};
  return table;
}

const EntryReader& reader_of(EntryKind kind) {
  return *std::ranges::find_if(entry_readers(), [&](const EntryReader& known) { return known.kind == kind; });
}

/// 0 where it is nothing of the kind.
std::uint64_t fingerprint_of(const EntryReader& kind, const fs::path& path) {
  std::uint64_t hash = empty_hash;
  int found = 0;
  const auto add = [&](const fs::path& file) {
    struct stat status {};
    const bool there = ::stat(file.c_str(), &status) == 0;
    hash = mixed(hash, there ? static_cast<std::uint64_t>(status.st_size) + 1 : 0);
    // A file without permission exists; the entry is reported as unreadable.
    if (!there) return errno != ENOENT && errno != ENOTDIR;
    hash = mixed(hash, static_cast<std::uint64_t>(status.st_mtim.tv_sec));
    hash = mixed(hash, static_cast<std::uint64_t>(status.st_mtim.tv_nsec));
    hash = mixed(hash, static_cast<std::uint64_t>(status.st_ino));
    return true;
  };
  if (*kind.ending != '\0') {
    found += add(path) ? 1 : 0;
    add(notes_file(path));
  } else {
    for (std::size_t i = 0; i < kind.made_of.size() && kind.made_of[i] != nullptr; ++i)
      found += add(path / kind.made_of[i]) && i < 2 ? 1 : 0;
  }
  return found == 0 ? 0 : std::max<std::uint64_t>(hash, 1);
}

/// '2026-11-21 14:30:05'
std::string when_of(const fs::path& path, const std::string& name) {
  // 2026-11-21-143005…
  constexpr const char* digits_and_hyphens = "dddd-dd-dd-dddddd";
  const auto fits = [&] {
    for (std::size_t i = 0; digits_and_hyphens[i] != '\0'; ++i) {
      if (i >= name.size()) return false;
      const bool digit = name[i] >= '0' && name[i] <= '9';
      if (digits_and_hyphens[i] == 'd' ? !digit : name[i] != '-') return false;
    }
    return true;
  };
  if (fits()) {
    return name.substr(0, 10) + " " + name.substr(11, 2) + ":" + name.substr(13, 2) + ":" + name.substr(15, 2);
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  std::tm local{};
  ::localtime_r(&status.st_mtim.tv_sec, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
  return text;
}

NotebookEntry read_of_kind(const EntryReader& kind, const fs::path& path, std::uint64_t fingerprint) {
  NotebookEntry entry;
  entry.kind = kind.kind;
  entry.path = path;
  entry.name = (*kind.ending == '\0' ? path.filename() : path.stem()).string();
  entry.when = when_of(path, entry.name);
  entry.fingerprint = fingerprint;
  try {
    kind.read(entry);
  } catch (const std::exception& error) {
    entry.state = EntryState::unreadable;
    entry.reason = error.what();
  }
  try {
    entry.notes = read_notes(path);
  } catch (const std::exception& error) {
    entry.notes_unreadable = error.what();
  }
  return entry;
}

}  // namespace

std::vector<EntryKind> entry_kinds() { return mapped(entry_readers(), &EntryReader::kind); }

std::string to_string(EntryKind kind) { return reader_of(kind).name; }
std::string in_words(EntryKind kind) { return say(to_string(kind)); }

std::string to_string(EntryState state) {
  switch (state) {
    case EntryState::done:
      return to_say("done");
    case EntryState::going_on:
      return to_say("going on");
    case EntryState::interrupted:
      return to_say("interrupted");
    case EntryState::stopped:
      return to_say("stopped");
    case EntryState::incomplete:
      return to_say("incomplete");
    case EntryState::failed:
      return to_say("failed");
    case EntryState::unreadable:
      return to_say("unreadable");
  }
  return {};
}

std::string in_words(EntryState state) { return say(to_string(state)); }

NotebookFolders folders_beside(const fs::path& runs) {
  const fs::path home = runs.parent_path();
  return {runs, home / "sweeps", home / "comparisons", home / "profiles", home / "operations"};
}

NotebookEntry read_entry(EntryKind kind, const fs::path& path) {
  const EntryReader& known = reader_of(kind);
  return read_of_kind(known, path, fingerprint_of(known, path));
}

std::vector<NotebookEntry> read_notebook(const NotebookFolders& folders, const std::vector<NotebookEntry>& known,
                                         const std::atomic<bool>* stop) {
  std::unordered_map<std::string, const NotebookEntry*> before;
  for (const NotebookEntry& entry : known) before[entry.path.string()] = &entry;
  std::vector<NotebookEntry> entries;
  for (const EntryReader& kind : entry_readers()) {
    const fs::path& folder = folders.*kind.folder;
    for (const fs::path& path : entries_in(folder)) {
      if (stop != nullptr && *stop) return entries;
      const bool fits = *kind.ending == '\0' ? folder_at(path) : path.extension() == kind.ending;
      const std::uint64_t fingerprint = fits ? fingerprint_of(kind, path) : 0;
      if (fingerprint == 0) continue;
      const auto old = before.find(path.string());
      // A run in progress may end without a trace, by a kill, so it is read again.
      const bool same = old != before.end() && old->second->fingerprint == fingerprint &&
                        old->second->kind == kind.kind && old->second->state != EntryState::going_on;
      entries.push_back(same ? *old->second : read_of_kind(kind, path, fingerprint));
    }
  }
  std::ranges::sort(entries, [](const NotebookEntry& a, const NotebookEntry& b) {
    return a.when != b.when ? a.when > b.when : a.name > b.name;
  });
  return entries;
}

}  // namespace mlplab
