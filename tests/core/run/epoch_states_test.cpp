// The weights of single epochs in a run's folder: which are kept, and that they never take more than their room.
#include "core/run/epoch_states.h"

#include <gtest/gtest.h>

#include "core/launch/execute.h"
#include "core/model/model_file.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class EpochStatesOf : public testing::Test {
 protected:
  TrainingState state(int epoch) const {
    TrainingState made = initial_state(model_, {.kind = OptimizerKind::momentum}, 1);
    made.epochs_done = epoch;
    return made;
  }
  std::vector<int> kept() const {
    std::vector<int> epochs;
    for (const auto& [epoch, path] : states_in(folder_.path(), 0)) {
      EXPECT_EQ(load_model(path).epochs_done, epoch);
      EXPECT_TRUE(load_model(path).slots.empty()) << "weights alone";
      epochs.push_back(epoch);
    }
    return epochs;
  }
  test::TemporaryFolder folder_;
  ModelSpec model_ = make_mlp({36, 16, 4}, Activation::relu);
  std::uint64_t one_ = epoch_state_bytes(model_);
};

TEST_F(EpochStatesOf, OneRunLieEvenlyWhereThereIsNoRoomForAll) {
  EXPECT_EQ(one_, (36 * 16 + 16 + 16 * 4 + 4) * 4U);
  EpochStates states(folder_.path(), 4 * one_);
  for (int epoch = 0; epoch <= 3; ++epoch) states.keep(state(epoch));
  EXPECT_EQ(kept(), (std::vector<int>{1, 2, 3}));
  for (int epoch = 4; epoch <= 9; ++epoch) states.keep(state(epoch));
  EXPECT_EQ(kept(), (std::vector<int>{2, 4, 6, 8}));
  for (int epoch = 10; epoch <= 40; ++epoch) {
    states.keep(state(epoch));
    EXPECT_LE(kept().size(), 4U);
  }
  EXPECT_EQ(kept(), (std::vector<int>{16, 32}));
}

TEST_F(EpochStatesOf, WhatCameAfterAStateIsVoidWhenTheRunGoesOnFromIt) {
  EpochStates states(folder_.path(), 100 * one_);
  for (int epoch = 1; epoch <= 5; ++epoch) states.keep(state(epoch));
  test::write_bytes(folder_ / "epochs/notes.txt", "mine");
  EpochStates resumed(folder_.path(), 100 * one_);
  resumed.keep(state(3));
  EXPECT_EQ(kept(), (std::vector<int>{1, 2, 3}));
  EpochStates(folder_.path(), 0).keep(state(0));  // rewound, and nothing more is to be kept
  EXPECT_EQ(kept(), std::vector<int>{});
  EXPECT_EQ(test::read_bytes(folder_ / "epochs/notes.txt"), "mine");
}

TEST_F(EpochStatesOf, AreNotKeptWhereNotEvenOneHasRoom) {
  EpochStates states(folder_.path(), one_ - 1);
  states.keep(state(1));
  EXPECT_FALSE(fs::exists(folder_ / "epochs"));
}

/// However small they are: a slider has no more places, and the folder is listed often.
TEST_F(EpochStatesOf, ASmallNetworkAreSoManyAsAnyoneLooksAt) {
  EpochStates states(folder_.path(), 1'000'000'000);
  for (int epoch = 1; epoch <= 501; ++epoch) states.keep(state(epoch));
  EXPECT_EQ(states_in(folder_.path(), 0).size(), 250U);
}

/// The log is ahead of the files while they are written, and after a kill; what a rewind made void is ahead of it.
TEST_F(EpochStatesOf, TheBestAndTheLastEpochAreWhatTheirFilesSay) {
  RunLog log;
  for (int epoch = 1; epoch <= 5; ++epoch) log.epochs.push_back({.epoch = epoch, .accuracy_test = 0.1 * epoch});
  save_model(folder_ / "checkpoint.safetensors", state(4), {}, false);
  save_model(folder_ / "model.safetensors", state(3), {}, false);
  const auto epochs = [&] {
    std::vector<int> found;
    for (const auto& [epoch, path] : states_in(folder_.path(), log.last_epoch())) {
      EXPECT_EQ(load_model(path).epochs_done, epoch);
      found.push_back(epoch);
    }
    return found;
  };
  EXPECT_EQ(epochs(), (std::vector<int>{3, 4}));
  save_model(folder_ / "model.safetensors", state(7), {}, false);
  EXPECT_EQ(epochs(), std::vector<int>{4});
  test::write_bytes(folder_ / "checkpoint.safetensors", "half of it");
  EXPECT_EQ(epochs(), std::vector<int>{});
}

TEST_F(EpochStatesOf, AnExecutedRunAreItsStatesAfterEachEpoch) {
  const Dataset data = test::small_dataset();
  for (const bool wanted : {true, false}) {
    test::Remember sink;
    RunControl control;
    RunRequest request{.spec = test::small_spec(), .dataset = borrowed(data)};
    request.keep = RunRequest::Keep::always;
    request.folder = folder_ / (wanted ? "with" : "without");
    request.epoch_states_bytes = wanted ? 10'000'000 : 0;
    const RunOutcome outcome = execute_run(request, sink, control);
    const auto states = states_in(request.folder, outcome.log.last_epoch());
    ASSERT_TRUE(states.contains(4)) << "the last one is kept anyway";
    EXPECT_EQ(fs::exists(request.folder / "epochs"), wanted);
    if (!wanted) continue;
    ASSERT_EQ(states.size(), 4U);
    for (const auto& [epoch, path] : states)
      EXPECT_EQ(load_model(path).parameters, sink.states[std::size_t(epoch)]->parameters) << epoch;
  }
}

}  // namespace
}  // namespace mlplab
