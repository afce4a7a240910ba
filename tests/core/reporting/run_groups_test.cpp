// Kept entries in groups: which are together, what a group is called, and its figures.
#include "core/reporting/run_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace mlplab {
namespace {

NotebookEntry entry_with(const std::function<void(RunSpec&)>& change, double accuracy = 0.9, double time_s = 8.0) {
  RunSpec spec;
  spec.backend = "sequential";
  change(spec);
  NotebookEntry entry;
  entry.name = "a";
  entry.when = "2026-11-21 14:30:05";
  entry.spec = std::make_shared<const RunSpec>(spec);
  entry.accuracy_test = accuracy;
  entry.time_s = time_s;
  entry.epochs_done = 4;
  return entry;
}

NotebookEntry batch_and_seed(int batch, std::uint64_t seed, double accuracy = 0.9) {
  return entry_with(
      [&](RunSpec& spec) {
        spec.batch = batch;
        spec.seed = seed;
      },
      accuracy);
}

std::vector<const NotebookEntry*> pointers_to(const std::vector<NotebookEntry>& entries) {
  std::vector<const NotebookEntry*> result;
  for (const NotebookEntry& entry : entries) result.push_back(&entry);
  return result;
}

std::vector<std::string> titles(const std::vector<NotebookEntry>& entries, const std::string& way) {
  std::vector<std::string> result;
  for (const RunGroup& group : groups_of(pointers_to(entries), way)) {
    std::string line = group.title + ":";
    for (const std::size_t member : group.members) line += " " + std::to_string(member);
    result.push_back(line);
  }
  return result;
}

using Lines = std::vector<std::string>;

TEST(RunGroups, RepeatsDifferInTheirSeedAlone) {
  const std::vector<NotebookEntry> runs{batch_and_seed(64, 1), batch_and_seed(128, 1), batch_and_seed(64, 2),
                                        batch_and_seed(64, 3)};
  EXPECT_EQ(titles(runs, "repeats"), (Lines{"batch 64: 0 2 3", "batch 128: 1"}));
  EXPECT_EQ(titles({batch_and_seed(64, 1), batch_and_seed(64, 2)}, "repeats"), (Lines{"equal settings: 0 1"}));
}

/// A team of its own is in no line of the table of settings.
TEST(RunGroups, RunsThatDifferElsewhereAreNoRepeats) {
  std::vector<NotebookEntry> runs{batch_and_seed(64, 1), batch_and_seed(64, 2)};
  RunSpec spec = *runs[1].spec;
  spec.silence_s = 90;
  runs[1].spec = std::make_shared<const RunSpec>(spec);
  EXPECT_EQ(titles(runs, "repeats").size(), 2U);
}

TEST(RunGroups, ASettingGroupsByItsValueAndNamesIt) {
  std::vector<NotebookEntry> runs{batch_and_seed(64, 1), batch_and_seed(128, 1), batch_and_seed(64, 2)};
  EXPECT_EQ(titles(runs, "batch"), (Lines{"batch 64: 0 2", "batch 128: 1"}));
  EXPECT_EQ(titles(runs, "seed"), (Lines{"seed 1: 0 1", "seed 2: 2"}));
  // A setting that all have alike makes one group; a way that there is not, none.
  EXPECT_EQ(titles(runs, "optimizer.learning_rate").size(), 1U);
  EXPECT_EQ(titles(runs, "no_such_setting"), Lines{});
  EXPECT_EQ(titles(runs, ""), Lines{});
  // Momentum matters to one of these optimisers alone.
  runs[1] = entry_with([](RunSpec& spec) { spec.optimizer.kind = OptimizerKind::adam; });
  runs[2] = entry_with([](RunSpec& spec) {
    spec.optimizer.kind = OptimizerKind::momentum;
    spec.optimizer.momentum = 0.5;
  });
  EXPECT_EQ(titles(runs, "optimizer.momentum"), (Lines{"momentum: no value: 0 1", "momentum 0.5: 2"}));
}

TEST(RunGroups, OtherKindsAndUnreadableRunsStandApart) {
  std::vector<NotebookEntry> entries{batch_and_seed(64, 1), batch_and_seed(64, 2), batch_and_seed(64, 3)};
  entries[1].kind = EntryKind::sweep;
  entries[2].spec = nullptr;
  entries[2].state = EntryState::unreadable;
  EXPECT_EQ(titles(entries, "batch"), (Lines{"batch 64: 0", "sweep: 1", "unreadable: 2"}));
  EXPECT_EQ(titles(entries, "repeats").size(), 3U);
  entries[0].when = "2026-11-20 23:59:59";
  EXPECT_EQ(titles(entries, "day"), (Lines{"2026-11-20: 0", "2026-11-21: 1 2"}));
  entries[0].notes.tags = {"report", "fan"};
  EXPECT_EQ(titles(entries, "tags"), (Lines{"report, fan: 0", "no tag: 1 2"}));
  EXPECT_EQ(titles(entries, "kind"), (Lines{"run: 0 2", "sweep: 1"}));
}

TEST(RunGroups, FiguresAreOfCompleteRunsAlone) {
  std::vector<NotebookEntry> entries{batch_and_seed(64, 1, 0.90), batch_and_seed(64, 2, 0.94),
                                     batch_and_seed(64, 3, 0.92), batch_and_seed(64, 4, 0.10),
                                     batch_and_seed(64, 5, 0.99)};
  entries[1].time_s = 4.0;
  entries[3].state = EntryState::stopped;
  entries[4].kind = EntryKind::sweep;
  entries[2].accuracy_test.reset();  // was never evaluated
  const std::vector<RunGroup> groups = groups_of(pointers_to(entries), "day");
  ASSERT_EQ(groups.size(), 1U);
  const RunGroup& group = groups[0];
  EXPECT_EQ(group.members.size(), 5U);
  EXPECT_EQ(group.runs, 4U);
  EXPECT_EQ(group.complete, 3U);
  EXPECT_EQ(group.accuracy_test.runs, 2U);
  EXPECT_DOUBLE_EQ(group.accuracy_test.median, 0.92);
  EXPECT_DOUBLE_EQ(group.accuracy_test.low, 0.90);
  EXPECT_DOUBLE_EQ(group.accuracy_test.high, 0.94);
  EXPECT_EQ(group.epoch_time_s.runs, 3U);
  EXPECT_DOUBLE_EQ(group.epoch_time_s.median, 2.0);
  EXPECT_DOUBLE_EQ(group.epoch_time_s.low, 1.0);
}

TEST(RunGroups, WaysAreTheSettingsInWhichRunsDiffer) {
  const std::vector<NotebookEntry> runs{batch_and_seed(64, 1), batch_and_seed(128, 1)};
  Lines ids;
  for (const GroupWay& way : ways_to_group(pointers_to(runs))) ids.push_back(way.id);
  EXPECT_EQ(ids, (Lines{"kind", "day", "tags", "repeats", "batch"}));
}

}  // namespace
}  // namespace mlplab
