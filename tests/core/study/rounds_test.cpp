// The loop alone, with runs that are made up.
#include "core/study/rounds.h"

#include <gtest/gtest.h>

namespace mlplab {
namespace {

struct Watcher : EventSink {
  void on_event(const Event&) override { ++events; }
  int events = 0;
};

/// Notes in which order it is asked.
struct MadeUp : StudyRuns {
  std::string name_of(std::size_t cell) const override { return "cell " + std::to_string(cell); }
  void prepare(const Turn&) override { asked.emplace_back("prepare"); }
  EventSink* watcher(const Turn&) override { return &eye; }
  RunEnded train(const Turn& turn, EventSink& events, RunControl&) override {
    asked.emplace_back("train");
    RunStarted started;
    started.spec.epochs = 4;
    events.on_event(started);
    events.on_event(StepDone{.epochs = 1.0});
    return {.status = ends(turn)};
  }
  void take(const Turn& turn, MadeRun run) override {
    asked.emplace_back("take");
    taken.push_back(turn);
    steps.push_back(run.log.steps.size());
  }
  void on_progress(const StudyProgress& progress) override { told.push_back(progress); }

  std::function<RunStatus(const Turn&)> ends = [](const Turn&) { return RunStatus::done; };
  std::vector<std::string> asked;
  std::vector<Turn> taken;
  std::vector<std::size_t> steps;
  std::vector<StudyProgress> told;
  Watcher eye;
};

std::vector<std::pair<std::size_t, int>> pairs_of(const std::vector<Turn>& turns) {
  std::vector<std::pair<std::size_t, int>> pairs;
  for (const Turn& turn : turns) pairs.emplace_back(turn.cell, turn.repeat);
  return pairs;
}

TEST(Rounds, WhatIsLoadedOnceIsInNoRunsTimeNorNoise) {
  MadeUp study;
  RunControl control;
  Rounds rounds(study, control, [&] {
    study.asked.emplace_back("look");
    return NoiseReading{};
  });
  EXPECT_TRUE(rounds.run({{0, 0}}, 1));
  EXPECT_EQ(study.asked, (std::vector<std::string>{"look", "prepare", "look", "train", "look", "take"}));
  EXPECT_EQ(study.eye.events, 2) << "who looks on sees all";
  EXPECT_EQ(study.steps, std::vector<std::size_t>{0}) << "kept only where the study wants them";
}

TEST(Rounds, ACellThatFailsIsLeftOutAndOneWithoutAReferenceIsNot) {
  MadeUp study;
  study.ends = [](const Turn& turn) {
    return turn.cell == 1 || turn.repeat == reference_repeat ? RunStatus::failed : RunStatus::done;
  };
  RunControl control;
  Rounds rounds(study, control, [] { return NoiseReading{}; });
  EXPECT_TRUE(rounds.run({{0, reference_repeat}, {0, 0}, {1, 0}, {1, 1}, {0, 1}}, 5));
  EXPECT_EQ(pairs_of(study.taken),
            (std::vector<std::pair<std::size_t, int>>{{0, reference_repeat}, {0, 0}, {1, 0}, {0, 1}}));
  EXPECT_EQ(rounds.failed(), std::set<std::size_t>{1});
}

TEST(Rounds, AStopEndsItWithTheRunInProgress) {
  MadeUp study;
  RunControl control;
  study.ends = [&](const Turn& turn) {
    if (turn.cell == 1) control.stop();
    return turn.cell == 1 ? RunStatus::stopped : RunStatus::done;
  };
  Rounds rounds(study, control, [] { return NoiseReading{}; });
  EXPECT_FALSE(rounds.run({{0, 0}, {1, 0}, {2, 0}}, 3));
  EXPECT_EQ(pairs_of(study.taken), (std::vector<std::pair<std::size_t, int>>{{0, 0}, {1, 0}}));
}

TEST(Rounds, ProgressCountsTheRunsThatAreThereAndJudgesByTheSameCell) {
  MadeUp study;
  RunControl control;
  Rounds rounds(study, control, [] { return NoiseReading{}; });
  rounds.expect({0, 0}, 100.0);
  rounds.expect({1, 0}, 10.0);
  rounds.expect({0, reference_repeat}, 7.0);
  EXPECT_TRUE(rounds.run({{1, 1}, {0, 1}}, 4));
  ASSERT_GE(study.told.size(), 2U);
  const StudyProgress &begins = study.told[0], &quarter = study.told[1];
  EXPECT_EQ(begins.name, "cell 1");
  EXPECT_EQ(begins.runs_done, 2);
  EXPECT_EQ(begins.runs_total, 4);
  EXPECT_EQ(begins.run_fraction, 0.0);
  EXPECT_DOUBLE_EQ(begins.eta_s, 110.0);
  EXPECT_DOUBLE_EQ(quarter.run_fraction, 0.25);
  EXPECT_DOUBLE_EQ(quarter.fraction, 2.25 / 4.0);
  EXPECT_DOUBLE_EQ(quarter.eta_s, 107.5);
}

}  // namespace
}  // namespace mlplab
