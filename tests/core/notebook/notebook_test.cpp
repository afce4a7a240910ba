// The list of what is kept: how runs ended is read as the whole log has it, broken folders cost their own row, notes
// survive, and what is deleted comes back.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/launch/train.h"
#include "core/notebook/entry.h"
#include "core/notebook/notes.h"
#include "core/notebook/trash.h"
#include "core/run/run_record.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/profile/profile_study.h"
#include "core/study/sweep/sweep_store.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class Notebook : public testing::Test {
 protected:
  fs::path run_folder(const std::string& name) const { return folder_ / "runs" / name; }

  /// Trains a small run into runs/NAME.
  void train_into(const std::string& name, const RunSpec& spec) {
    RunRecorder recorder(run_folder(name), spec);
    RunControl control;
    train(spec, data_, recorder, control);
    ASSERT_EQ(recorder.failure(), "");
  }

  /// A run as its spec and these events tell it.
  void write_run(const std::string& name, const std::vector<Event>& events, const std::string& end = {}) {
    make_folder(run_folder(name));
    write_file_atomically(run_folder(name) / "spec.json", dump_json(nlohmann::json(test::small_spec())));
    std::string lines = hello_line() + "\n";
    for (const Event& event : events) lines += to_line(event) + "\n";
    write_file_atomically(run_folder(name) / "events.jsonl", lines + end);
  }

  std::vector<NotebookEntry> read() const { return read_notebook(folders_beside(folder_ / "runs")); }

  test::TemporaryFolder folder_;
  Dataset data_ = test::small_dataset();
};

EpochDone epoch(int number, std::optional<double> accuracy) {
  EpochDone done;
  done.epoch = number;
  done.accuracy_test = accuracy;
  if (accuracy) done.loss_test = 1.0 - *accuracy;
  done.loss_train = 1.0 / number + accuracy.value_or(0.0);
  done.energy = EpochEnergy{.scopes = {"package 0"}, .train_j = {5.0 * done.loss_train}, .eval_j = {1.0}};
  done.energy->train_window_s = done.energy->eval_window_s = 10.0;
  done.train_time_s = 10.0 * number;
  return done;
}

RunStarted started(int first_epoch) {
  RunStarted start;
  start.spec = test::small_spec();
  start.first_epoch = first_epoch;
  return start;
}

RunEnded ended(RunStatus status, int epochs) {
  RunEnded end;
  end.status = status;
  end.epochs_done = epochs;
  end.train_time_s = 10.0 * epochs;
  return end;
}

TEST_F(Notebook, ARunIsAsItsWholeLogHasIt) {
  RunSpec spec = test::small_spec();
  spec.seed = 7;
  train_into("2026-11-21-143005-sequential", spec);
  const StoredRun whole = read_run(run_folder("2026-11-21-143005-sequential"));
  const std::vector<NotebookEntry> entries = read();
  ASSERT_EQ(entries.size(), 1U);
  const NotebookEntry& entry = entries.front();
  EXPECT_EQ(entry.kind, EntryKind::run);
  EXPECT_EQ(entry.state, EntryState::done);
  EXPECT_EQ(entry.when, "2026-11-21 14:30:05");
  EXPECT_EQ(entry.backend, "sequential");
  EXPECT_EQ(entry.network, spec.model.name());
  EXPECT_EQ(entry.seed, 7U);
  EXPECT_EQ(entry.epochs_done, static_cast<int>(whole.log.epochs.size()));
  EXPECT_EQ(entry.accuracy_test, whole.log.last_accuracy_test());
  EXPECT_EQ(entry.time_s, whole.log.train_time_s());
}

/// Whatever was stopped, rewound, resumed or killed, the last lines give what the whole log gives.
TEST_F(Notebook, TheTailAgreesWithTheLog) {
  StepDone step;
  step.loss = 0.5;
  const std::vector<Event> many(400, Event(step));  // more than a block
  const auto with = [&](std::vector<Event> before, const std::vector<Event>& after) {
    before.insert(before.end(), many.begin(), many.end());
    before.insert(before.end(), after.begin(), after.end());
    return before;
  };
  const std::vector<std::vector<Event>> logs{
      {},
      {started(0)},
      {started(0), epoch(1, 0.5), epoch(2, std::nullopt), ended(RunStatus::done, 2)},
      {started(0), epoch(1, 0.5), Warned{"late"}, ended(RunStatus::stopped, 1)},
      {started(0), epoch(1, 0.5), epoch(2, 0.6), Rewound{}, step},
      {started(0), epoch(1, 0.5), epoch(2, 0.6), Rewound{}, epoch(1, 0.7)},
      {started(0), epoch(1, 0.5), epoch(2, 0.6), epoch(3, 0.7), ended(RunStatus::stopped, 3), started(2), step},
      {started(0), epoch(1, 0.5), epoch(2, std::nullopt), epoch(3, 0.7), started(2), epoch(3, std::nullopt)},
      with({started(0), epoch(1, 0.5)}, {epoch(2, std::nullopt)}),
      with({started(0), epoch(1, 0.5), ended(RunStatus::stopped, 1), started(1)}, {}),
      with(with({started(0), epoch(1, 0.25)}, {epoch(2, 0.5), ended(RunStatus::failed, 2)}), {}),
  };
  for (std::size_t i = 0; i < logs.size(); ++i) {
    SCOPED_TRACE(i);
    write_run("a", logs[i], "{\"event\":\"epoch_done\",\"epoch\":9");  // cut off while it was written
    const StoredRun whole = read_run(run_folder("a"));
    const RunTail tail = read_run_tail(run_folder("a") / "events.jsonl");
    const bool last = !logs[i].empty() && std::holds_alternative<RunEnded>(logs[i].back());
    EXPECT_EQ(tail.ended.has_value(), last);
    EXPECT_EQ(tail.epochs_done, static_cast<int>(whole.log.epochs.size()));
    EXPECT_EQ(tail.accuracy_test, whole.log.last_accuracy_test());
    std::optional<double> loss_test, loss_train, train_j;
    for (const EpochDone& done : whole.log.epochs) {
      if (done.loss_test) loss_test = done.loss_test;
      loss_train = done.loss_train;
      train_j = done.energy->train_j.front();
    }
    EXPECT_EQ(tail.loss_test, loss_test);
    EXPECT_EQ(tail.loss_train, loss_train);
    EXPECT_EQ(tail.train_j, train_j);
    EXPECT_EQ(tail.train_time_s, whole.log.epochs.empty() ? 0.0 : whole.log.epochs.back().train_time_s);
  }
}

TEST_F(Notebook, AComparisonIsListedWithItsBackends) {
  Comparison comparison = made_comparison();
  comparison.spec.repeats = 1;
  comparison.spec.base.batch = 48;
  const fs::path file = folder_ / "comparisons/2026-11-21-143005.json";
  save_comparison(file, comparison);
  const auto entries = read();
  ASSERT_EQ(entries.size(), 1);
  EXPECT_EQ(entries[0].kind, EntryKind::comparison);
  EXPECT_EQ(entries[0].state, EntryState::done) << "what is not available is not missing";
  EXPECT_EQ(entries[0].backend, "sequential, simd");
  EXPECT_EQ(entries[0].batch, 48);
  EXPECT_DOUBLE_EQ(entries[0].time_s, 3 * 2.0 + 3 * 0.01);
  comparison.spec.repeats = 2;
  save_comparison(file, comparison);
  EXPECT_EQ(read_entry(EntryKind::comparison, file).state, EntryState::incomplete);
  comparison.spec.backends = {"absent"};
  save_comparison(file, comparison);
  EXPECT_EQ(read_entry(EntryKind::comparison, file).state, EntryState::done) << "rows that were not asked for";
}

TEST_F(Notebook, AProfileFailedWhereNoPointOfItWasMeasured) {
  make_folder(folder_ / "profiles");
  const fs::path file = folder_ / "profiles/2026-11-21-143006.json";
  const auto state_of = [&](const std::vector<std::string>& failures) {
    ProfileStudy study;
    for (const std::string& failure : failures) {
      ProfilePoint point;
      point.backend = "openmp";
      point.batch = 64;
      point.failure = failure;
      study.points.push_back(point);
    }
    save_profile_study(file, study);
    const NotebookEntry entry = read_entry(EntryKind::profile, file);
    EXPECT_EQ(entry.reason, failures.back());
    return entry.state;
  };
  EXPECT_EQ(state_of({"", ""}), EntryState::done);
  EXPECT_EQ(state_of({"", "too large"}), EntryState::incomplete);
  EXPECT_EQ(state_of({"too large", "too large"}), EntryState::failed);
}

TEST_F(Notebook, ABrokenFolderCostsItsOwnRow) {
  write_run("good", {started(0), epoch(1, 0.5), ended(RunStatus::done, 1)});
  write_run("killed", {started(0), epoch(1, 0.5)});
  write_run("no-spec", {started(0)});
  write_file_atomically(run_folder("no-spec") / "spec.json", "{\"backend\":");
  make_folder(run_folder("half"));
  write_file_atomically(run_folder("half") / "events.jsonl", hello_line() + "\n");
  make_folder(run_folder("something else"));
  make_folder(folder_ / "sweeps/broken");
  write_file_atomically(folder_ / "sweeps/broken/sweep.json", "no JSON");
  make_folder(folder_ / "comparisons");
  write_file_atomically(folder_ / "comparisons/2026-11-21-143005.json", "{\"format\":\"mlplab-comparison-9\"}");
  make_folder(folder_ / "profiles");
  write_file_atomically(folder_ / "profiles/2026-11-21-143006.json", "[]");
  std::map<std::string, EntryState> states;
  for (const NotebookEntry& entry : read()) {
    states[entry.name] = entry.state;
    EXPECT_EQ(entry.state == EntryState::unreadable, !entry.reason.empty()) << entry.name;
    EXPECT_FALSE(entry.when.empty());
  }
  const std::map<std::string, EntryState> expected{{"good", EntryState::done},
                                                   {"killed", EntryState::interrupted},
                                                   {"no-spec", EntryState::unreadable},
                                                   {"half", EntryState::unreadable},
                                                   {"broken", EntryState::unreadable},
                                                   {"2026-11-21-143005", EntryState::unreadable},
                                                   {"2026-11-21-143006", EntryState::unreadable}};
  EXPECT_EQ(states, expected);
}

TEST_F(Notebook, ARunThatIsTrainedIsGoingOn) {
  write_run("now", {started(0)});
  const RunLock lock(run_folder("now"));
  EXPECT_EQ(read().front().state, EntryState::going_on);
  EXPECT_THROW(move_to_trash(EntryKind::run, run_folder("now"), folder_ / "trash"), InputError);
  EXPECT_TRUE(fs::exists(run_folder("now") / "spec.json"));
}

TEST_F(Notebook, ASweepIsDoneOrIncomplete) {
  SweepSpec spec;
  spec.base = test::small_spec();
  spec.axis = SweepAxis::batch;
  spec.values = {"16", "32"};
  spec.repeats = 1;
  make_folder(folder_ / "sweeps");
  SweepStore store = SweepStore::create(folder_ / "sweeps/2026-11-21-143005-workers", spec);
  for (const char* value : {"16", "32"}) {
    SweepRun run;
    run.value = value;
    run.batch = std::stoi(value);
    run.time_s = run.wall_s = 2.0;
    store.append(run);
    const std::vector<NotebookEntry> entries = read();
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries.front().kind, EntryKind::sweep);
    EXPECT_EQ(entries.front().state, store.complete() ? EntryState::done : EntryState::incomplete);
    EXPECT_EQ(entries.front().time_s, 2.0 * static_cast<double>(store.runs().size()));
  }
}

/// Only entries that have changed are read again.
TEST_F(Notebook, ReadsAgainOnlyWhatHasChanged) {
  for (int i = 0; i < 50; ++i)
    write_run("run-" + std::to_string(i), {started(0), epoch(1, 0.5), ended(RunStatus::done, 1)});
  std::vector<NotebookEntry> known = read();
  ASSERT_EQ(known.size(), 50U);
  for (NotebookEntry& entry : known) entry.network = "as it was";
  save_notes(run_folder("run-7"), {"changed", {}, false});
  fs::remove_all(run_folder("run-8"));
  const std::vector<NotebookEntry> again = read_notebook(folders_beside(folder_ / "runs"), known);
  ASSERT_EQ(again.size(), 49U);
  for (const NotebookEntry& entry : again) {
    EXPECT_EQ(entry.network == "as it was", entry.name != "run-7");
    EXPECT_EQ(entry.notes.text, entry.name == "run-7" ? "changed" : "");
  }
  const std::atomic<bool> stop{true};
  EXPECT_TRUE(read_notebook(folders_beside(folder_ / "runs"), {}, &stop).empty());
}

TEST_F(Notebook, NotesLieBesideTheRunAndLeaveItsFilesAlone) {
  write_run("a", {started(0), ended(RunStatus::done, 0)});
  const std::string events = read_file(run_folder("a") / "events.jsonl");
  const Notes notes{"slow: the fan was off\nsecond line", {"lesson 3", "fan"}, true};
  save_notes(run_folder("a"), notes);
  EXPECT_EQ(read().front().notes, notes);
  EXPECT_EQ(read_file(run_folder("a") / "events.jsonl"), events);
  EXPECT_EQ(read_run(run_folder("a")).spec, test::small_spec());
  save_notes(run_folder("a"), {});
  EXPECT_FALSE(fs::exists(run_folder("a") / "notes.json"));
  EXPECT_THROW(save_notes(run_folder("none"), notes), InputError);
  // Notes of another version are reported and kept.
  write_file_atomically(run_folder("a") / "notes.json", "{\"format\":\"mlplab-notes-9\"}");
  EXPECT_NE(read().front().notes_unreadable, "");
  EXPECT_EQ(read().front().state, EntryState::done);
  save_notes(run_folder("a"), notes);
  EXPECT_EQ(read_file(run_folder("a") / "notes.json.old"), "{\"format\":\"mlplab-notes-9\"}");
  EXPECT_EQ(read_notes(run_folder("a")), notes);
}

TEST_F(Notebook, TagsAreWordsBetweenCommas) {
  EXPECT_EQ(parse_tags(" fast,  two words,fast,,"), (std::vector<std::string>{"fast", "two words"}));
  EXPECT_EQ(parse_tags(" "), std::vector<std::string>{});
  EXPECT_EQ(tags_text({"fast", "two words"}), "fast, two words");
}

TEST_F(Notebook, WhatIsDeletedComesBack) {
  write_run("a", {started(0), ended(RunStatus::done, 0)});
  save_notes(run_folder("a"), {"mine", {}, false});
  make_folder(folder_ / "comparisons");
  const fs::path file = folder_ / "comparisons/2026-11-21-143005.json";
  write_file_atomically(file, "{}");
  save_notes(file, {"hers", {}, false});
  EXPECT_EQ(notes_file(file), folder_ / "comparisons/notes/2026-11-21-143005.json");
  const fs::path trash = folder_ / "trash";
  const Trashed run = move_to_trash(EntryKind::run, run_folder("a"), trash);
  const Trashed comparison = move_to_trash(EntryKind::comparison, file, trash);
  EXPECT_TRUE(read().empty());
  EXPECT_EQ(entries_in_trash(trash), 2);
  // Another one of the name takes neither's place.
  write_run("a", {started(0), ended(RunStatus::failed, 0)});
  EXPECT_THROW(restore(run), InputError);
  const Trashed second = move_to_trash(EntryKind::run, run_folder("a"), trash);
  EXPECT_NE(second.is, run.is);
  restore(run);
  restore(comparison);
  EXPECT_EQ(read_notes(run_folder("a")).text, "mine");
  EXPECT_EQ(read_notes(file).text, "hers");
  EXPECT_EQ(read_entry(EntryKind::run, run_folder("a")).state, EntryState::done);
  EXPECT_EQ(entries_in_trash(trash), 1);
  empty_trash(trash);
  EXPECT_EQ(entries_in_trash(trash), 0);
  EXPECT_THROW(move_to_trash(EntryKind::run, run_folder("none"), trash), InputError);
}

/// /dev/shm is a file system of its own on every Linux that has it.
TEST_F(Notebook, WhatIsDeletedComesBackAcrossFileSystems) {
  struct stat here {
  }, shared{};
  if (::stat(folder_.path().c_str(), &here) != 0 || ::stat("/dev/shm", &shared) != 0 || here.st_dev == shared.st_dev ||
      ::access("/dev/shm", W_OK) != 0)
    GTEST_SKIP() << "skipped: no second file system here";
  const fs::path trash = fs::path("/dev/shm") / ("mlplab-trash-" + std::to_string(::getpid()));
  write_run("a", {started(0), ended(RunStatus::done, 0)});
  save_notes(run_folder("a"), {"mine", {}, false});
  fs::create_symlink("nowhere", run_folder("a") / "link");
  const Trashed run = move_to_trash(EntryKind::run, run_folder("a"), trash);
  EXPECT_FALSE(fs::exists(run_folder("a")));
  EXPECT_EQ(entries_in_trash(trash), 1) << "nothing unfinished is left";
  restore(run);
  EXPECT_EQ(read_entry(EntryKind::run, run_folder("a")).state, EntryState::done);
  EXPECT_EQ(read_notes(run_folder("a")).text, "mine");
  EXPECT_EQ(fs::read_symlink(run_folder("a") / "link"), "nowhere");
  EXPECT_EQ(entries_in_trash(trash), 0);
  empty_trash(trash);
}

TEST_F(Notebook, DeletionsAreThereAfterARestart) {
  const fs::path trash = folder_ / "trash";
  EXPECT_TRUE(kept_deletions(trash).empty());
  write_run("a", {started(0), ended(RunStatus::done, 0)});
  write_run("b", {started(0), ended(RunStatus::done, 0)});
  write_run("c", {started(0), ended(RunStatus::done, 0)});
  const Trashed a = move_to_trash(EntryKind::run, run_folder("a"), trash);
  keep_deletion({a, move_to_trash(EntryKind::run, run_folder("b"), trash)}, trash);
  keep_deletion({move_to_trash(EntryKind::run, run_folder("c"), trash)}, trash);
  EXPECT_EQ(entries_in_trash(trash), 3) << "what keeps the deletions is no entry";
  write_file_atomically(trash / "deletions/0000-damaged.json", "[{\"kind\": 1e999}]");
  std::vector<Deletion> kept = kept_deletions(trash);
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept.back().entries.at(0).was, run_folder("c")) << "the last one last";
  restore(kept.back().entries.at(0));
  forget_deletion(kept.back());
  restore(a);
  kept = kept_deletions(trash);
  ASSERT_EQ(kept.size(), 1U);
  ASSERT_EQ(kept.front().entries.size(), 1U) << "one of the two is back";
  EXPECT_EQ(kept.front().entries.front().was, run_folder("b"));
  empty_trash(trash);
  EXPECT_TRUE(kept_deletions(trash).empty());
}

TEST_F(Notebook, CopiesAreWholeAndTakeNobodysPlace) {
  write_run("a", {started(0), ended(RunStatus::done, 0)});
  save_notes(run_folder("a"), {"mine", {}, false});
  const fs::path target = folder_ / "elsewhere";
  {
    const RunLock lock(run_folder("a"));  // the copy is of nobody's
    EXPECT_EQ(export_entry(run_folder("a"), target), target / "a");
  }
  EXPECT_EQ(export_entry(run_folder("a"), target), target / "a-2");
  EXPECT_EQ(read_entry(EntryKind::run, target / "a").state, EntryState::done);
  EXPECT_FALSE(fs::exists(target / "a/.running"));
  EXPECT_EQ(read_notes(target / "a-2").text, "mine");
  EXPECT_THROW(export_entry(run_folder("none"), target), Error);
  EXPECT_FALSE(fs::exists(target / "none"));
}

}  // namespace
}  // namespace mlplab
