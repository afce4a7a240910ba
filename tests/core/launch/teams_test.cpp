// Teams whose members are not alike: every transport, every split, the losses of one process.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/launch/configurations.h"
#include "core/launch/execute.h"
#include "core/launch/processes/share_words.h"
#include "core/launch/processes/transport.h"
#include "core/run/run_record.h"
#include "core/training/share_fit.h"
#include "run_on_folder.h"

namespace mlplab {
namespace {

using test::Remember;

class OnEveryTransport : public test::RunOnFolder, public testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    if (const std::string reason = find_configuration(GetParam()).why_not(); !reason.empty())
      GTEST_SKIP() << "skipped: " << reason;
  }
  /// Engines do not know which transport connects them: one has every case, the others one of each kind.
  bool thorough() const { return GetParam() == name_of_transport(shared_transport); }
  void use(const std::string& members, const std::string& shares) {
    test::train_by(spec_, GetParam(), 0, {{"team", members}, {"shares", shares}});
  }
  RunLog alone() {
    RunSpec spec = spec_;
    test::train_by(spec, "sequential");
    Remember sink;
    const RunEnded ended = train(spec, data_, sink, control_);
    EXPECT_EQ(ended.status, RunStatus::done) << ended.reason;
    return sink.log;
  }
  /// The whole run, with its last state in `state_`.
  void expect_losses_of_one_process(const RunLog& expected, const std::string& where, const StartingPoint& from = {}) {
    Remember sink;
    const RunEnded ended = run(sink, from);
    ASSERT_EQ(ended.status, RunStatus::done) << where << ": " << ended.reason;
    const std::size_t skipped = expected.epochs.size() - sink.log.epochs.size();
    ASSERT_LE(skipped, expected.epochs.size()) << where;
    for (std::size_t e = 0; e < sink.log.epochs.size(); ++e) {
      const EpochDone &wanted = expected.epochs[skipped + e], &got = sink.log.epochs[e];
      EXPECT_NEAR(wanted.loss_train, got.loss_train, 5e-5) << where;
      EXPECT_NEAR(*wanted.loss_test, *got.loss_test, 5e-5) << where;
    }
    state_ = sink.states.back();
    log_ = sink.log;
  }
  std::shared_ptr<const TrainingState> state_;
  RunLog log_;
};

std::vector<std::string> usable(const std::vector<std::string>& backends) {
  std::vector<std::string> names;
  std::ranges::copy_if(backends, std::back_inserter(names),
                       [](const std::string& name) { return find_backend(name).why_not().empty(); });
  return names;
}

/// 200 examples in batches of 16: by 1:12 the first rank has 1 row of a whole batch and none of the last one, of 8.
TEST_P(OnEveryTransport, AnySplitHasTheLossesOfOneProcess) {
  for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::adam}) {
    spec_.optimizer.kind = kind;
    spec_.optimizer.learning_rate = kind == OptimizerKind::adam ? 0.005 : 0.05;
    const RunLog expected = alone();
    if (kind == OptimizerKind::adam && !thorough()) break;
    for (const char* shares : {"1:12", "3:1", "0:1", "1:0"}) {
      use("sequential,sequential", shares);
      expect_losses_of_one_process(expected, to_string(kind) + " " + shares);
    }
  }
}

TEST_P(OnEveryTransport, MembersOfEveryKindTrainTogether) {
  const RunLog expected = alone();
  for (const std::string& other : usable({"simd", "openmp", "openblas", "onednn", "loops"})) {
    use(other + ",sequential", "3:1");
    expect_losses_of_one_process(expected, other + " first");
    use("sequential," + other + "*2", "2:5");
    expect_losses_of_one_process(expected, other + " later");
    EXPECT_EQ(log_.started.workers, 3);
    if (!thorough()) break;
  }
}

TEST_P(OnEveryTransport, KindsMixWithHiddenLayersAndEveryOptimizer) {
  if (usable({"simd"}).empty()) GTEST_SKIP() << "skipped: no simd";
  spec_.model = make_mlp({36, 20, 12, 4}, Activation::tanh);
  for (const OptimizerKind kind : {OptimizerKind::momentum, OptimizerKind::adam}) {
    spec_.optimizer.kind = kind;
    spec_.optimizer.learning_rate = kind == OptimizerKind::adam ? 0.005 : 0.05;
    spec_.optimizer.weight_decay = 1e-3;
    const RunLog expected = alone();
    use("simd,sequential", "1:2");
    expect_losses_of_one_process(expected, to_string(kind));
    EXPECT_EQ(state_->slots.size(), static_cast<std::size_t>(state_slots(kind)));
  }
}

/// Three examples are fewer than the team.
TEST_P(OnEveryTransport, ABatchSmallerThanTheTeamIsTrainedByWhoHasARow) {
  spec_.batch = 3;
  spec_.epochs = 1;
  const RunLog expected = alone();
  use("sequential*2,loops*3", "1:1");
  expect_losses_of_one_process(expected, "equal");
  use("sequential*2,loops*3", "5:1");
  expect_losses_of_one_process(expected, "given");
}

TEST_P(OnEveryTransport, BatchNormalisationDropoutAndAugmentationCountEveryRowOnce) {
  spec_.model = {.input = {1, 6, 6}};
  spec_.model.layers = {{Conv2d{4, {{3, 3}, {1, 1}, {1, 1}}, false}},
                        {BatchNorm{.activation = Activation::relu}},
                        {Dropout{0.25}},
                        {Dense{8, Activation::relu}},
                        {Dropout{0.5}},
                        {Dense{4}}};
  spec_.data.augmentation = {.shift = 1.0, .rotate = 10.0};
  const RunLog expected = alone();
  for (const std::string& other : usable({"loops", "simd", "onednn"})) {
    use("sequential," + other, "1:12");
    expect_losses_of_one_process(expected, other);
    if (!thorough()) break;
  }
  use("sequential,sequential", "0:1");
  expect_losses_of_one_process(expected, "a share of 0");
}

TEST_P(OnEveryTransport, AResumeMayHaveOtherMembers) {
  const RunLog expected = alone();
  use("sequential,sequential", "3:1");
  spec_.epochs = 1;
  expect_losses_of_one_process({.epochs = {expected.epochs.front()}}, "first epoch");
  spec_.epochs = 3;
  use("loops*2,sequential", "1:4");
  expect_losses_of_one_process(expected, "the others", {.state = state_});
}

/// The ranks are measured before the first step; the run says what was found, and one that goes on repeats it.
TEST_P(OnEveryTransport, FittedSharesAreKeptWithTheRun) {
  const RunLog expected = alone();
  use("sequential,loops", "fitted");
  expect_losses_of_one_process(expected, "fitted");
  ASSERT_TRUE(log_.started.spec.team->fit);
  const ShareFit fit = *log_.started.spec.team->fit;
  ASSERT_EQ(fit.rows.size(), 2U);
  EXPECT_EQ(fit.rows[0] + fit.rows[1], spec_.batch);
  for (const double row_s : fit.row_s) EXPECT_GT(row_s, 0.0);
  EXPECT_GT(fit.alone_s, 0.0);
  EXPECT_GE(fit.exchange_s, 0.0);
  EXPECT_GT(ceiling_of(fit), 0.0);
  EXPECT_GT(reached_of_ceiling(log_).value_or(0.0), 0.0);
  EXPECT_NE(ceiling_in_words(log_.started).find("per epoch"), std::string::npos);
  RunLog told = log_;  // an epoch that is faster than was predicted is no share of a ceiling
  for (EpochDone& epoch : told.epochs) epoch.epoch_time_s = 1e-9;
  EXPECT_EQ(reached_in_words(told).find("of at most"), std::string::npos) << reached_in_words(told);
  for (EpochDone& epoch : told.epochs) epoch.epoch_time_s = 1e9;
  EXPECT_NE(reached_in_words(told).find("of at most"), std::string::npos) << reached_in_words(told);
  told.started.spec.team->fit.reset();
  EXPECT_TRUE(share_sentences(told).empty()) << "nothing was fitted";
  EXPECT_EQ(parse_json(dump_json(nlohmann::json(log_.started.spec))).get<RunSpec>(), log_.started.spec);

  const auto folder = folder_ / "run";
  RunRequest request{.spec = spec_, .dataset = borrowed(data_), .keep = RunRequest::Keep::always, .folder = folder};
  Remember first, second;
  const RunOutcome whole = execute_run(request, first, control_);
  ASSERT_EQ(whole.ended.status, RunStatus::done) << whole.ended.reason;
  RunSpec longer = read_run(folder).spec;
  EXPECT_FALSE(longer.team->fit) << "the spec is from before the measurement";
  longer.epochs = 4;
  write_file_atomically(folder / "spec.json", dump_json(nlohmann::json(longer)), /*to_disk=*/false);
  const RunOutcome resumed = execute_run({.resume = folder}, second, control_);
  ASSERT_EQ(resumed.ended.status, RunStatus::done) << resumed.ended.reason;
  EXPECT_EQ(second.log.started.spec.team->fit, whole.log.started.spec.team->fit);
}

/// As many processes as this machine has cores may be others than where the shares were fitted.
TEST_P(OnEveryTransport, SharesOfAnotherNumberOfRanksAreFittedAnew) {
  const RunLog expected = alone();
  test::train_by(spec_, GetParam(), 2, {{"compute", "sequential"}, {"shares", "fitted"}});
  spec_.team->fit = ShareFit{.fixed_s = {0, 0, 0}, .row_s = {1, 1, 1}, .rows = {16, 0, 0}};
  expect_losses_of_one_process(expected, "fitted to three");
  ASSERT_EQ(log_.started.spec.team->fit->rows.size(), 2U);
  spec_.team->fit = ShareFit{.fixed_s = {0, 0}, .row_s = {1, 1}, .rows = {0, 0}};
  EXPECT_THROW(validate(spec_), UsageError) << "somebody has to compute";
}

/// The losses are those of a run that is not profiled; the rank with the shorter work is there first, and waits.
TEST_P(OnEveryTransport, AProfileHasEveryRanksWait) {
  spec_.model = make_mlp({36, 2000, 4}, Activation::relu);  // so that work is more than what waking a process takes
  spec_.batch = 100;
  spec_.profile_steps = 1;
  const RunLog expected = alone();
  use("loops,sequential", "1:19");
  expect_losses_of_one_process(expected, "profiled");
  ASSERT_FALSE(log_.profiles.empty());
  const std::vector<double>& waits_s = log_.profiles.back().profile.waits_s;
  ASSERT_EQ(waits_s.size(), 2U);
  EXPECT_EQ(std::min(waits_s[0], waits_s[1]), 0.0);
  EXPECT_GT(waits_s[0], 0.0) << "it has a twentieth of the rows";
}

TEST_P(OnEveryTransport, TheDeviceNamesEveryMember) {
  use("sequential,loops*2", "1:1");
  spec_.epochs = 1;
  Remember sink;
  ASSERT_EQ(run(sink).status, RunStatus::done);
  EXPECT_EQ(sink.log.started.device.find("3 ranks: 1 thread of Sequential, 2 × 1 thread of C loops, "), 0U)
      << sink.log.started.device;
  EXPECT_EQ(sink.log.started.spec, spec_);
}

TEST_P(OnEveryTransport, WhatCannotBeIsOneSentence) {
  const auto reason_of = [&](const std::string& members, const std::string& shares) -> std::string {
    try {
      use(members, shares);
    } catch (const UsageError& error) {
      EXPECT_EQ(error.field(), "options.team");
      return error.what();
    }
    Remember sink;
    const RunEnded ended = run(sink);
    EXPECT_EQ(ended.status, RunStatus::failed);
    EXPECT_EQ(ended.failure, Failure::usage);
    return ended.reason;
  };
  EXPECT_EQ(reason_of("abacus,sequential", "equal").find("there is no backend 'abacus'; valid are"), 0U);
  EXPECT_NE(reason_of("sequential/3", "equal").find("one worker"), std::string::npos);
  EXPECT_NE(reason_of("sequential,loops", "1:-1").find("from 0 to"), std::string::npos);
  EXPECT_NE(reason_of("sequential,loops", "0:0").find("all shares are 0"), std::string::npos);
  EXPECT_NE(reason_of("sequential,loops", "1:2:3").find("for each of the 2 members"), std::string::npos);
  EXPECT_NE(reason_of("sequential(colour=red),loops", "equal").find("no option 'colour'"), std::string::npos);
}

std::vector<std::string> team_names() {
  std::vector<std::string> names;
  for (const Transport& transport : transports()) names.push_back(name_of_transport(transport.name));
  return names;
}

INSTANTIATE_TEST_SUITE_P(Teams, OnEveryTransport, testing::ValuesIn(team_names()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace mlplab
