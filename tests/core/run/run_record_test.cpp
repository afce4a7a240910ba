#include "core/run/run_record.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <random>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/launch/train.h"
#include "core/model/model_file.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

class Record : public testing::Test {
 protected:
  /// Trains into folder_/run and returns what the recorder reported.
  std::string record(bool resume = false) {
    auto recorder = resume ? std::make_unique<RunRecorder>(run_, spec_, std::make_unique<RunLock>(run_))
                           : std::make_unique<RunRecorder>(run_, spec_);
    RunControl control;
    train(spec_, data_, *recorder, control);
    return recorder->failure();
  }
  test::TemporaryFolder folder_;
  std::filesystem::path run_ = folder_ / "run";
  Dataset data_ = test::small_dataset();
  RunSpec spec_ = test::small_spec();
};

TEST_F(Record, HoldsTheRun) {
  test::Remember sink;
  RunControl control;
  train(spec_, data_, sink, control);
  ASSERT_EQ(record(), "");
  const StoredRun stored = read_run(run_);
  EXPECT_EQ(stored.spec, spec_);
  ASSERT_EQ(stored.log.epochs.size(), sink.log.epochs.size());
  for (std::size_t e = 0; e < stored.log.epochs.size(); ++e)
    EXPECT_EQ(stored.log.epochs[e].loss_test, sink.log.epochs[e].loss_test);
  EXPECT_EQ(stored.log.ended->status, RunStatus::done);
  const auto checkpoint = read_checkpoint(run_).state;
  ASSERT_TRUE(checkpoint);
  EXPECT_EQ(checkpoint->parameters, sink.states.back()->parameters);
  EXPECT_EQ(checkpoint->epochs_done, 4);
  EXPECT_TRUE(std::filesystem::exists(run_ / "model.safetensors"));
  const auto host = parse_json(test::read_bytes(run_ / "host.json"));
  for (const char* name : {"cpu", "logical_cpus", "compiler", "build_flags", "load_1min"})
    EXPECT_TRUE(host.contains(name)) << name;
}

TEST_F(Record, AFolderWithARunIsNotOverwritten) {
  record();
  EXPECT_THROW(RunRecorder(run_, spec_), InputError);
}

TEST_F(Record, AUsersFileIsNotReplaced) {
  std::filesystem::create_directory(run_);
  test::write_bytes(run_ / "model.safetensors", "mine");
  EXPECT_THROW(RunRecorder(run_, spec_), InputError);
  EXPECT_EQ(test::read_bytes(run_ / "model.safetensors"), "mine");
}

/// As on a disk that gets full while the folder is made: nothing stays that would be in the way of the next attempt.
TEST_F(Record, WhatCouldNotBeBegunLeavesNothing) {
  const auto in_the_way = run_ / ("spec.json.part" + std::to_string(::getpid()));
  std::filesystem::create_directories(in_the_way);
  EXPECT_THROW(RunRecorder(run_, spec_), InputError);
  EXPECT_FALSE(std::filesystem::exists(run_ / "host.json"));
  EXPECT_FALSE(std::filesystem::exists(run_ / "events.jsonl"));
  std::filesystem::remove(in_the_way);
  EXPECT_NO_THROW(RunRecorder(run_, spec_));
}

TEST_F(Record, WhatAKilledProgramHadHalfWrittenGoes) {
  record();
  std::filesystem::create_directory(run_ / "epochs");
  for (const char* name : {"checkpoint.safetensors.part123", "epochs/0002.safetensors.part7"})
    test::write_bytes(run_ / name, "half");
  for (const char* name : {"notes.part", "my.part1a", "notes.txt"}) test::write_bytes(run_ / name, "mine");
  { const RunRecorder recorder(run_, spec_, std::make_unique<RunLock>(run_)); }
  EXPECT_FALSE(std::filesystem::exists(run_ / "checkpoint.safetensors.part123"));
  EXPECT_FALSE(std::filesystem::exists(run_ / "epochs/0002.safetensors.part7"));
  for (const char* name : {"notes.part", "my.part1a", "notes.txt"})
    EXPECT_TRUE(std::filesystem::exists(run_ / name)) << name;
}

TEST_F(Record, TellsItsFilesFromOthers) {
  EXPECT_TRUE(is_file_of_run("a/b", "a/b/events.jsonl"));
  EXPECT_TRUE(is_file_of_run("a/b", "a/c/../b/model.safetensors"));
  EXPECT_TRUE(is_file_of_run(".", "spec.json"));
  EXPECT_FALSE(is_file_of_run("a/b", "a/b/mine.safetensors"));
  EXPECT_FALSE(is_file_of_run("a/b", "a/events.jsonl"));
}

TEST_F(Record, AHalfWrittenLastLineIsIgnoredAndCutOff) {
  record();
  const std::string whole = test::read_bytes(run_ / "events.jsonl");
  test::write_bytes(run_ / "events.jsonl", whole + "{\"event\":\"epoch_do");
  EXPECT_EQ(read_run(run_).log.epochs.size(), 4U);
  { const RunRecorder recorder(run_, spec_, std::make_unique<RunLock>(run_)); }
  EXPECT_EQ(test::read_bytes(run_ / "events.jsonl"), whole);
}

TEST_F(Record, ADamagedRunIsNamed) {
  record();
  const auto refusal = [&]() -> std::string {
    try {
      read_run(run_);
    } catch (const InputError& error) {
      return error.what();
    }
    return "read";
  };
  const std::string events = test::read_bytes(run_ / "events.jsonl");
  test::write_bytes(run_ / "events.jsonl", "nonsense\n" + events);
  EXPECT_NE(refusal().find("events.jsonl, line 1"), std::string::npos) << refusal();
  test::write_bytes(run_ / "events.jsonl", events);
  test::write_bytes(run_ / "spec.json", "{\"backend\": 7}");
  EXPECT_NE(refusal().find("spec.json"), std::string::npos) << refusal();
  std::filesystem::remove(run_ / "spec.json");
  EXPECT_NE(refusal().find("is not a run folder"), std::string::npos) << refusal();
  test::write_bytes(run_ / "checkpoint.safetensors", "x");
  EXPECT_THROW(read_checkpoint(run_), InputError);
}

constexpr int no_disk = 77;  // exit code of a forked process where there can be no small disk

/// In a forked process: ends it where not `fine`.
void require(bool fine, const char* what) {
  if (fine) return;
  std::cerr << what << std::endl;
  std::_Exit(1);
}

/// Whether a forked process ended well; `tried` becomes false where there was no disk.
auto ended_well(bool& tried) {
  return [&tried](int status) {
    tried = !WIFEXITED(status) || WEXITSTATUS(status) != no_disk;
    return status == 0 || !tried;
  };
}

/// Passes on to a recorder, then does what the test wants.
class Watched : public EventSink {
 public:
  Watched(RunRecorder& recorder, std::function<void(int epoch)> then) : recorder_(recorder), then_(std::move(then)) {}
  void on_event(const Event& event) override { recorder_.on_event(event); }
  void on_state(const std::shared_ptr<const TrainingState>& state) override {
    recorder_.on_state(state);
    then_(state->epochs_done);
  }

 private:
  RunRecorder& recorder_;
  std::function<void(int)> then_;
};

void fill_disk(const std::filesystem::path& file) {
  std::ofstream stream(file, std::ios::binary);
  const std::string block(512, 'x');
  while (stream << block << std::flush) {
  }
}

/// Runs in a forked process: trains onto a disk that is full from the end of epoch 1 on, until the end of epoch
/// `until`.
int on_a_full_disk(const std::filesystem::path& disk, RunSpec spec, const Dataset& data, int until) {
  if (!test::mount_small_disk(disk, 1 << 19)) return no_disk;
  spec.epochs = 200;  // of one step each: enough lines to get to the end of a block
  {
    RunRecorder recorder(disk / "run", spec);
    Watched sink(recorder, [&](int epoch) {
      if (epoch == 1) {
        require(recorder.failure().empty(), "epoch 1 could be written");
        fill_disk(disk / "filler");
      }
      if (epoch == until) {
        require(recorder.failure().find("No space left") != std::string::npos, "the full disk is told");
        std::filesystem::remove(disk / "filler");
      }
    });
    RunControl control;
    require(train(spec, data, sink, control).status == RunStatus::done, "the training goes on");
    const std::string failure = recorder.failure();
    if (until <= spec.epochs)
      require(failure.empty(), "in the end all is written");
    else
      require(failure.find("events.jsonl") != std::string::npos, "what was not written is told");
  }
  const StoredRun stored = read_run(disk / "run");  // throws where lines are glued
  for (std::size_t e = 0; e < stored.log.epochs.size(); ++e)
    require(stored.log.epochs[e].epoch == static_cast<int>(e) + 1, "no epoch is missing in between");
  const auto checkpoint = read_checkpoint(disk / "run").state;
  require(checkpoint != nullptr, "there is a checkpoint");
  if (until <= spec.epochs)
    require(stored.log.epochs.size() == 200 && checkpoint->epochs_done == 200, "nothing is lost");
  else
    require(stored.log.epochs.size() < 200, "the disk was full");
  return 0;
}

/// A number that is another one is still a number: to train on from it would end anywhere.
TEST_F(Record, ACheckpointOfWhichABitHasFlippedIsDamaged) {
  ASSERT_EQ(record(), "");
  const std::string whole = test::read_bytes(run_ / "checkpoint.safetensors");
  ASSERT_NE(read_checkpoint(run_).state, nullptr);
  for (const std::size_t from_end : {1U, 2U, 3U, 101U, 202U}) {
    std::string damaged = whole;
    damaged[damaged.size() - from_end] = static_cast<char>(damaged[damaged.size() - from_end] ^ 0x20);
    test::write_bytes(run_ / "checkpoint.safetensors", damaged);
    EXPECT_THROW(read_checkpoint(run_), InputError) << from_end;
  }
  // One that an older version has written says nothing of its numbers.
  std::string old = whole;
  const std::size_t note = old.find("state_hash");
  ASSERT_NE(note, std::string::npos);
  old.replace(note, 10, "other_note");
  test::write_bytes(run_ / "checkpoint.safetensors", old);
  EXPECT_NE(read_checkpoint(run_).state, nullptr);
}

/// Bits that flip, bytes that change or go, anywhere in the file: it is refused, or its numbers are those written.
TEST_F(Record, NoMutationOfACheckpointGivesOtherNumbers) {
  ASSERT_EQ(record(), "");
  const std::filesystem::path file = run_ / "checkpoint.safetensors";
  const std::string whole = test::read_bytes(file);
  const TrainingState written = load_model(file);
  std::mt19937 random(7);
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  int refused = 0;
  for (int i = 0; i < 600; ++i) {
    std::string damaged = whole;
    const std::size_t kind = below(4), header = whole.find("}  ") == std::string::npos ? 800 : whole.find("}  ");
    if (kind == 0) damaged.resize(below(whole.size()));
    if (kind == 1) damaged[8 + below(header)] = static_cast<char>(random());
    for (int flips = kind < 2 ? 0 : kind == 2 ? 1 : 3; flips > 0; --flips) {
      char& byte = damaged[kind == 2 ? below(damaged.size()) : damaged.size() - 1 - 4 * below(200)];
      byte = static_cast<char>(byte ^ (kind == 2 ? 1 << below(8) : 0x40));  // the highest bit of an exponent
    }
    test::write_bytes(file, damaged);
    try {
      const TrainingState read = load_model(file);
      EXPECT_EQ(read.parameters, written.parameters) << i;
      EXPECT_EQ(read.slots, written.slots) << i;
    } catch (const InputError& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find("checkpoint.safetensors"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(refused, 400);
}

TEST_F(Record, ADiskThatIsFullForAWhileLosesNothing) {
  spec_.batch = static_cast<int>(data_.train.size());
  bool tried = true;
  EXPECT_EXIT(std::_Exit(on_a_full_disk(folder_ / "disk", spec_, data_, 150)), ended_well(tried), "");
  if (!tried) GTEST_SKIP() << "skipped: no file system can be mounted here";
}

TEST_F(Record, ADiskThatStaysFullLeavesARunThatCanBeRead) {
  spec_.batch = static_cast<int>(data_.train.size());
  bool tried = true;
  EXPECT_EXIT(std::_Exit(on_a_full_disk(folder_ / "disk", spec_, data_, 1000)), ended_well(tried), "");
  if (!tried) GTEST_SKIP() << "skipped: no file system can be mounted here";
}

TEST_F(Record, OneProgramAtATime) {
  const RunRecorder recorder(run_, spec_);
  EXPECT_THROW(RunRecorder(run_, spec_, std::make_unique<RunLock>(run_)), InputError);
  EXPECT_FALSE(RunLock::left_behind(run_)) << "it is held";
}

TEST_F(Record, FilesOfOneFolderHaveALockEach) {
  const auto one = RunLock::of_file(folder_ / "a.json");
  EXPECT_TRUE(std::filesystem::exists(folder_ / ".a.json.running"));
  EXPECT_NO_THROW(RunLock::of_file(folder_ / "b.json"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / ".b.json.running")) << "let go of";
  try {
    RunLock::of_file(folder_ / "a.json");
    FAIL() << "taken twice";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find((folder_ / "a.json").string() + " now"), std::string::npos)
        << error.what();
  }
}

TEST_F(Record, ALockThatWasLeftBehindIsSeenAndTaken) {
  record();
  EXPECT_FALSE(RunLock::left_behind(run_)) << "a run that ended has none";
  test::write_bytes(run_ / ".running", "");
  EXPECT_TRUE(RunLock::left_behind(run_));
  { const RunRecorder recorder(run_, spec_, std::make_unique<RunLock>(run_)); }
  EXPECT_FALSE(RunLock::left_behind(run_));
  test::write_bytes(run_ / ".running", "");
  RunLock::forget(run_);
  EXPECT_FALSE(std::filesystem::exists(run_ / ".running"));
}

TEST_F(Record, OddThingsUnderTheNamesOfItsFilesAreOneSentence) {
  record();
  for (const char* name : {"spec.json", "events.jsonl", "checkpoint.safetensors", ".running"}) {
    const auto path = run_ / name;
    const auto kept = folder_ / "kept";
    const bool was_there = std::filesystem::exists(path);
    if (was_there) std::filesystem::rename(path, kept);
    const auto expect_refused = [&](const char* what) {
      EXPECT_THROW(
          {
            read_run(run_);
            read_checkpoint(run_);
            const RunRecorder recorder(run_, spec_, std::make_unique<RunLock>(run_));
          },
          InputError)
          << what << " called " << name;
      EXPECT_FALSE(RunLock::left_behind(run_)) << what;
      EXPECT_NO_THROW(recent_runs(folder_.path(), 10)) << what;
    };
    std::filesystem::create_directory(path);
    expect_refused("a folder");
    std::filesystem::remove(path);
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    expect_refused("a pipe");  // nobody writes to it: it would be waited for for ever
    std::filesystem::remove(path);
    std::filesystem::create_symlink(path, path);
    expect_refused("a loop of links");
    std::filesystem::remove(path);
    if (was_there) std::filesystem::rename(kept, path);
  }
  EXPECT_EQ(read_run(run_).log.epochs.size(), 4U);
}

TEST_F(Record, AnUnwritableFolderIsRefusedAtOnce) {
  test::write_bytes(folder_ / "file", "");
  EXPECT_THROW(RunRecorder(folder_ / "file/run", spec_), InputError);
}

TEST_F(Record, AllButTheStepsIsReadAlone) {
  ASSERT_EQ(record(), "");
  const auto check = [&] {
    const StoredRun whole = read_run(run_), rest = read_run(run_, Steps::left_out);
    EXPECT_FALSE(whole.log.steps.empty());
    EXPECT_TRUE(rest.log.steps.empty());
    EXPECT_EQ(rest.spec, whole.spec);
    EXPECT_EQ(rest.log.started, whole.log.started);
    EXPECT_EQ(rest.log.epochs, whole.log.epochs);
    EXPECT_EQ(rest.log.profiles, whole.log.profiles);
    EXPECT_EQ(rest.log.warnings, whole.log.warnings);
    EXPECT_EQ(rest.log.ended, whole.log.ended);
  };
  check();
  {  // another program's spelling, a number that JSON has not, and an event of the same beginning
    std::ofstream events(run_ / "events.jsonl", std::ios::app);
    const StepDone nan{.epoch = 9, .step = 900, .epochs = 9.0, .loss = std::numeric_limits<double>::quiet_NaN()};
    events << to_line(nan) << "\n"
           << R"({ "event": "step_done", "epoch": 9, "step": 901, "epochs": 9.5, "loss": 1, "accuracy": 0.5, )"
           << R"("images_per_s": 1, "learning_rate": 0.1, "train_time_s": 1})"
           << "\n"
           << R"({"accuracy":1,"event":"warned","message":",\"event\":\"step_done\","})"
           << "\n";
  }
  check();
  EXPECT_EQ(read_run(run_, Steps::left_out).log.warnings.size(), 1U);
}

TEST_F(Record, RecentRunsComeNewestFirstAndSkipStrangers) {
  const auto runs = folder_ / "runs";
  for (const char* name : {"2026-01-01-000000-a", "2026-01-02-000000-b", "2026-01-03-000000-c"})
    RunRecorder(runs / name, spec_);
  std::filesystem::create_directory(runs / "2027-not-a-run");
  const auto recent = recent_runs(runs, 2);
  ASSERT_EQ(recent.size(), 2U);
  EXPECT_EQ(recent[0].folder.filename(), "2026-01-03-000000-c");
  EXPECT_TRUE(recent_runs(folder_ / "none", 5).empty());
  const auto first = make_run_folder(runs, spec_), second = make_run_folder(runs, spec_);
  EXPECT_NE(first, second) << "whoever makes the folder has it";
  EXPECT_TRUE(std::filesystem::is_directory(first) && std::filesystem::is_directory(second));
}

}  // namespace
}  // namespace mlplab
