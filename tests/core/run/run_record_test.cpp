#include "core/run/run_record.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/launch/train.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

class Record : public testing::Test {
 protected:
  /// Trains into folder_/run and returns what the recorder reported.
  std::string record(bool resume = false) {
    RunRecorder recorder(run_, spec_, resume);
    RunControl control;
    train(spec_, data_, recorder, control);
    return recorder.failure();
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
  const auto checkpoint = read_checkpoint(run_);
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

TEST_F(Record, AHalfWrittenLastLineIsIgnoredAndCutOff) {
  record();
  const std::string whole = test::read_bytes(run_ / "events.jsonl");
  test::write_bytes(run_ / "events.jsonl", whole + "{\"event\":\"epoch_do");
  EXPECT_EQ(read_run(run_).log.epochs.size(), 4U);
  { const RunRecorder recorder(run_, spec_, true); }
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

TEST_F(Record, AFullDiskIsReportedAndTheTrainingGoesOn) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  RunRecorder recorder(run_, spec_);
  std::filesystem::remove(run_ / "events.jsonl");
  std::filesystem::create_symlink("/dev/full", run_ / "events.jsonl");
  RunControl control;
  EXPECT_EQ(train(spec_, data_, recorder, control).status, RunStatus::done);
  const std::string failure = recorder.failure();
  EXPECT_NE(failure.find("events.jsonl"), std::string::npos);
  EXPECT_NE(failure.find("No space left"), std::string::npos) << failure;
}

TEST_F(Record, AnUnwritableFolderIsRefusedAtOnce) {
  test::write_bytes(folder_ / "file", "");
  EXPECT_THROW(RunRecorder(folder_ / "file/run", spec_), InputError);
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
  EXPECT_NE(new_run_folder(runs, spec_), runs / "2026-01-03-000000-c");
}

}  // namespace
}  // namespace mlplab
