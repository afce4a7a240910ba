// Right backends are not marked where rounding alone goes beyond the bounds, and wrong ones still are.
#include "core/study/rounding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/json.h"
#include "core/data/load.h"
#include "core/launch/execute.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

RunLog trained(const RunSpec& spec, const Dataset& data) {
  RunControl control;
  test::Remember sink;
  const RunOutcome outcome = execute_run({.spec = spec, .dataset = borrowed(data)}, sink, control);
  EXPECT_EQ(outcome.ended.status, RunStatus::done) << outcome.ended.reason;
  return outcome.log;
}

/// 5000 images of MNIST with a batch and a rate at which rounding decides, or at which it does not matter.
class RoundingOf : public testing::Test {
 protected:
  RoundingOf() {
    spec_ = test::small_spec();
    spec_.data = {};
    spec_.data.source = "mnist";
    spec_.data.train_limit = 5000;
    spec_.data.test_limit = 10;
    spec_.model = make_mlp({784, 32, 10}, Activation::relu);
    spec_.epochs = 2;
    data_ = load_dataset(spec_.data, find_resources(), spec_.seed);
  }
  void make_wild() { spec_.batch = 8, spec_.optimizer.learning_rate = 0.5; }
  void make_calm() { spec_.batch = 64, spec_.optimizer.learning_rate = 0.1; }

  LossVerdict judged(const RunLog& expected, const RunLog& got) {
    measured_ = measure_rounding(spec_, data_, control_,
                                 [&](const Rounding& so_far) { return epoch_to_measure(expected, got, so_far); });
    return judge_losses(expected, got, &measured_);
  }

  RunSpec spec_;
  Dataset data_;
  RunControl control_;
  Rounding measured_;
};

TEST_F(RoundingOf, RightBackendsAreNotMarkedWhereItDecides) {
  make_wild();
  const RunLog expected = trained(spec_, data_);
  int marked_before = 0;
  for (const BackendEntry& entry : backend_table()) {
    if (entry.kind != BackendKind::cpu || !entry.why_not().empty() || entry.name == spec_.backend) continue;
    SCOPED_TRACE(entry.name);
    RunSpec spec = spec_;
    spec.backend = entry.name;
    spec.options.workers = entry.workers_max() == 1 ? 1 : 2;
    const RunLog got = trained(spec, data_);
    if (compare_losses(expected, got) != Equivalence::differs) continue;
    ++marked_before;
    const LossVerdict verdict = judged(expected, got);
    EXPECT_EQ(verdict.state, Equivalence::not_compared);
    EXPECT_GT(verdict.moved, loss_tolerance(verdict.epoch, expected.started.steps_per_epoch) / 3.0);
    EXPECT_TRUE(verdict.reason().starts_with("rounding alone moves these losses by ")) << verdict.reason();
  }
  EXPECT_GT(marked_before, 0) << "the training is not on the edge any more: choose another";
}

TEST_F(RoundingOf, ErrorsAreSeenWhereItIsSmall) {
  make_calm();
  spec_.optimizer.weight_decay = 1e-3;
  const RunLog expected = trained(spec_, data_);
  const std::pair<const char*, void (*)(RunSpec&)> planted[] = {
      {"lr × 1.001", [](RunSpec& s) { s.optimizer.learning_rate *= 1.001; }},
      {"weight decay ignored", [](RunSpec& s) { s.optimizer.weight_decay = 0.0; }},
      {"one wrong layer", [](RunSpec& s) { dense_layer(s.model, 0).activation = Activation::tanh; }},
      {"another batch", [](RunSpec& s) { s.batch = 65; }}};
  for (const auto& [what, plant] : planted) {
    RunSpec wrong = spec_;
    wrong.backend = "simd";
    plant(wrong);
    const LossVerdict verdict = judged(expected, trained(wrong, data_));
    EXPECT_EQ(verdict.state, Equivalence::differs) << what;
    EXPECT_EQ(verdict.reason(), "") << what;
    ASSERT_EQ(measured_.moved.size(), 1U) << "no further than it takes";
    EXPECT_LT(measured_.moved[0], 1e-5);
  }
}

TEST_F(RoundingOf, ErrorsThatAreLargerThanItAreSeenWhereItDecides) {
  make_wild();
  const RunLog expected = trained(spec_, data_);
  RunSpec wrong = spec_;
  wrong.optimizer.learning_rate *= 0.25;
  EXPECT_EQ(judged(expected, trained(wrong, data_)).state, Equivalence::differs);
  RunLog late = expected;  // an epoch that goes wrong after one that rounding may have moved
  late.epochs[0].loss_train *= 1.001;
  ASSERT_EQ(judged(expected, late).state, Equivalence::not_compared);
  late.epochs[1].loss_train *= 10.0;
  EXPECT_EQ(judged(expected, late).state, Equivalence::differs);
}

TEST_F(RoundingOf, TheSameRunIsMovedTheSameAndNothingIsMeasuredForNothing) {
  make_wild();
  const auto two = [](const Rounding& so_far) { return so_far.moved.size() < 2 ? 2 : 0; };
  const Rounding first = measure_rounding(spec_, data_, control_, two);
  ASSERT_EQ(first.moved.size(), 2U);
  EXPECT_GT(first.moved[0], 0.0);
  spec_.backend = "sequential", spec_.profile_steps = 3, spec_.target_accuracy = 0.1;
  EXPECT_EQ(measure_rounding(spec_, data_, control_, two), first) << "what a run's result does not depend on";
  EXPECT_EQ(measure_rounding(spec_, data_, control_, [](const Rounding&) { return 0; }), Rounding{});
}

TEST_F(RoundingOf, WhatCannotBeMeasuredSaysWhy) {
  const auto one = [](const Rounding&) { return 1; };
  RunControl stopped;
  stopped.stop();
  EXPECT_EQ(measure_rounding(spec_, data_, stopped, one).why_not, "it was stopped");
  RunSpec large = spec_;
  large.model = make_mlp({784, 15'500, 15'500, 10}, Activation::relu);
  const Rounding none = measure_rounding(large, data_, control_, one);
  EXPECT_TRUE(none.moved.empty());
  EXPECT_NE(none.why_not.find("too large"), std::string::npos) << none.why_not;
  RunSpec other = spec_;
  other.model = make_mlp({10, 10}, Activation::relu);
  EXPECT_FALSE(measure_rounding(other, data_, control_, one).why_not.empty());
}

TEST(Rounding, JudgesByThreeTimesWhatItMoves) {
  RunLog expected = made_run("sequential", 1.0, 3), got = made_run("simd", 1.0, 3);
  got.epochs[1].loss_train *= 1.02;
  const auto state = [&](const Rounding& rounding) { return judge_losses(expected, got, &rounding).state; };
  EXPECT_EQ(judge_losses(expected, got, nullptr).state, Equivalence::differs) << "as before";
  EXPECT_EQ(state({}), Equivalence::differs);
  EXPECT_EQ(state({.moved = {0.5}}), Equivalence::differs) << "not known of the second epoch";
  EXPECT_EQ(state({.moved = {0.0, 0.006}}), Equivalence::differs);
  EXPECT_EQ(state({.moved = {0.0, 0.007}}), Equivalence::not_compared);
  EXPECT_EQ(state({.moved = {0.007, 0.0}}), Equivalence::not_compared) << "what was moved once stays so";
  EXPECT_EQ(epoch_to_measure(expected, got, {}), 2);
  EXPECT_EQ(epoch_to_measure(expected, got, {.moved = {0.0, 0.006}}), 2) << "better known";
  EXPECT_EQ(epoch_to_measure(expected, got, {.moved = {0.0, 0.007}}), 0);
  got.epochs[2].loss_train *= 1.5;
  EXPECT_EQ(epoch_to_measure(expected, got, {.moved = {0.0, 0.007}}), 3);
  EXPECT_EQ(state({.moved = {0.0, 0.007}}), Equivalence::not_compared);
  EXPECT_EQ(state({.moved = {0.0, 0.007, 0.007}}), Equivalence::differs);

  got = made_run("simd", 1.0, 3);
  EXPECT_EQ(state({.moved = {1.0, 1.0, 1.0}}), Equivalence::equal) << "within the bounds it does not matter";
  EXPECT_EQ(epoch_to_measure(expected, got, {}), 0);
  got.epochs[0].loss_train = std::nan("");
  EXPECT_EQ(state({.moved = {1.0, 1.0, 1.0}}), Equivalence::differs);
  EXPECT_EQ(epoch_to_measure(expected, got, {}), 0) << "no rounding makes that";
  got = made_run("simd", 1.0, 3);
  got.epochs[0].loss_train *= 1.02;
  got.epochs[0].verification = Verification::refuted;
  EXPECT_EQ(state({.moved = {1.0, 1.0, 1.0}}), Equivalence::differs) << "its weights refute it";
  EXPECT_EQ(epoch_to_measure(expected, got, {}), 0);
}

/// The room that rounding gives is never more than the largest bound, and a run that lacks its end gets no mark for it.
TEST(Rounding, WhatItAccountsForIsTheSameUpToTheLargestBound) {
  const RunLog expected = made_run("sequential", 1.0, 3);
  RunLog got = made_run("simd", 1.0, 3);
  got.epochs[0].loss_train *= 1.001;
  const auto judged = [&](const Rounding& rounding) { return judge_losses(expected, got, &rounding); };
  EXPECT_EQ(judged({.moved = {0.0003}}).state, Equivalence::differs);
  EXPECT_EQ(judged({.moved = {0.0004}}).state, Equivalence::within_rounding);
  EXPECT_EQ(judged({.moved = {0.0004}}).reason(),
            "rounding alone moves these losses by 0.040 % up to epoch 1, about as far as they are apart: an error that "
            "does no more would not be seen");
  EXPECT_EQ(judged({.moved = {0.0066}}).state, Equivalence::within_rounding);
  EXPECT_EQ(judged({.moved = {0.0067}}).state, Equivalence::not_compared) << "three times as much is above 2 %";
  got.epochs[1].loss_train *= 1.002;
  EXPECT_EQ(judged({.moved = {0.0004}}).state, Equivalence::not_compared) << "not known of the second epoch";
  EXPECT_EQ(judged({.moved = {0.0004, 0.0004}}).state, Equivalence::differs);
  EXPECT_EQ(judged({.moved = {0.0004, 0.0009}}).state, Equivalence::within_rounding);
  EXPECT_EQ(judged({.moved = {0.0004, 0.0067}}).state, Equivalence::not_compared);
  EXPECT_EQ(judged({.moved = {0.0004, 0.0067}}).epoch, 2) << "where it is too much to tell";
  got.ended->status = RunStatus::stopped;
  EXPECT_EQ(judged({.moved = {0.0004, 0.0009}}).state, Equivalence::not_compared);
}

/// A known rounding is not measured again, unless more epochs have to be known.
TEST(Rounding, IsOpenWhileMoreCanBeKnown) {
  const RunLog expected = made_run("sequential", 1.0, 3);
  RunLog got = made_run("simd", 1.0, 3);
  const Rounding none;
  EXPECT_FALSE(is_open(expected, got, nullptr)) << "they are equal";
  got.epochs[1].loss_train *= 1.02;
  EXPECT_TRUE(is_open(expected, got, nullptr));
  EXPECT_TRUE(is_open(expected, got, &none));
  const auto open = [&](const Rounding& rounding) { return is_open(expected, got, &rounding); };
  EXPECT_FALSE(open({.moved = {0.0, 0.01}, .draws = 1})) << "accounted for";
  EXPECT_TRUE(open({.moved = {0.0, 0.001}, .draws = 1})) << "a draw may account for it";
  EXPECT_FALSE(open({.moved = {0.0, 0.001}, .draws = 8}));
  EXPECT_TRUE(open({.moved = {0.001}, .draws = 8})) << "of an earlier epoch";
  EXPECT_FALSE(open({.moved = {0.001}, .draws = 2, .why_not = "the network is too large"}));
}

/// While a study goes on nobody has looked yet, and another order of sums is not called another training.
TEST(Rounding, WhatIsStillToBeMeasuredIsNotCompared) {
  const RunLog expected = made_run("sequential", 1.0, 3);
  RunLog got = made_run("simd", 1.0, 3);
  EXPECT_EQ(judge_losses(expected, got, nullptr, true).state, Equivalence::equal);
  got.epochs[1].loss_train *= 1.02;
  const LossVerdict open = judge_losses(expected, got, nullptr, true);
  EXPECT_EQ(open.state, Equivalence::not_compared);
  EXPECT_EQ(open.reason(), "it is not measured yet whether rounding accounts for its other losses");
  const Rounding too_little{.moved = {0.0, 0.001, 0.001}, .draws = 8};
  EXPECT_EQ(judge_losses(expected, got, &too_little, true).state, Equivalence::differs);
  got.epochs[1].loss_train = NAN;
  EXPECT_EQ(judge_losses(expected, got, nullptr, true).state, Equivalence::differs) << "no rounding makes that";
}

TEST(Rounding, IsKeptAsItWas) {
  const Rounding rounding{
      .moved = {1e-8, 0.25, std::numeric_limits<double>::infinity()}, .draws = 3, .why_not = "it was stopped"};
  const test::TemporaryFolder folder;
  EXPECT_FALSE(kept_rounding(folder.path()));
  EXPECT_FALSE(kept_rounding({}));
  keep_rounding(folder.path(), rounding);
  EXPECT_EQ(kept_rounding(folder.path()), rounding);
  test::write_bytes(folder / "rounding.json", "{");
  EXPECT_FALSE(kept_rounding(folder.path())) << "as if nobody had looked";
  EXPECT_EQ(parse_json(dump_json(nlohmann::json(rounding))).get<Rounding>(), rounding);
  EXPECT_EQ((LossVerdict{Equivalence::not_compared, 3, rounding.moved.back()}.reason()),
            "rounding alone decides whether this training diverges: its losses cannot tell whether the same was "
            "computed");
}

}  // namespace
}  // namespace mlplab
