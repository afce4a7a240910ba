// The trainer as its users see it: the same seed gives the same run whatever is done in between, and whatever goes
// wrong is in the last event.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/compute/backend_table.h"
#include "core/data/load.h"
#include "core/launch/train.h"
#include "core/training/epoch_data.h"
#include "core/training/profiled_epoch.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::Remember;

class Trainer : public testing::Test {
 protected:
  RunEnded run(Remember& sink, const StartingPoint& from = {}) { return train(spec_, data_, sink, control_, from); }
  Dataset data_ = test::small_dataset();
  RunSpec spec_ = test::small_spec();
  RunControl control_;
};

/// Everything but the times.
void expect_same_run(const RunLog& a, const RunLog& b) {
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    EXPECT_EQ(a.steps[i].step, b.steps[i].step);
    EXPECT_EQ(a.steps[i].loss, b.steps[i].loss);
    EXPECT_EQ(a.steps[i].accuracy, b.steps[i].accuracy);
  }
  ASSERT_EQ(a.epochs.size(), b.epochs.size());
  for (std::size_t e = 0; e < a.epochs.size(); ++e) {
    EXPECT_EQ(a.epochs[e].loss_train, b.epochs[e].loss_train);
    EXPECT_EQ(a.epochs[e].loss_test, b.epochs[e].loss_test);
    EXPECT_EQ(a.epochs[e].accuracy_test, b.epochs[e].accuracy_test);
  }
}

TEST_F(Trainer, LearnsAndSaysSoInOrder) {
  Remember sink;
  const RunEnded ended = run(sink);
  EXPECT_EQ(ended.status, RunStatus::done);
  EXPECT_EQ(ended.epochs_done, 4);
  ASSERT_TRUE(std::holds_alternative<RunStarted>(sink.events.front()));
  ASSERT_TRUE(std::holds_alternative<RunEnded>(sink.events.back()));
  EXPECT_EQ(std::get<RunEnded>(sink.events.back()), ended);
  ASSERT_EQ(sink.log.epochs.size(), 4U);
  EXPECT_GT(*sink.log.epochs.back().accuracy_test, 0.9);
  EXPECT_LT(sink.log.epochs.back().loss_train, sink.log.epochs.front().loss_train);
  EXPECT_EQ(sink.log.started.steps_per_epoch, 13);
  EXPECT_EQ(sink.log.steps.back().step, 52);
  EXPECT_DOUBLE_EQ(sink.log.steps.back().epochs, 4.0);
  EXPECT_EQ(sink.states.size(), 5U);
  EXPECT_EQ(sink.states.back()->steps_done, 52);
  double sum = 0.0;
  for (const EpochDone& epoch : sink.log.epochs) sum += epoch.epoch_time_s;
  EXPECT_NEAR(sum, ended.train_time_s, 1e-9) << "evaluation must stay outside the training time";
}

/// The next epoch's order is made while this one is computed, whatever is asked for in between.
TEST(EpochOrders, AreTheSamePreparedOrNot) {
  EpochOrders orders(50, 7);
  for (const int epoch : {0, 1, 2, 0, 5}) {
    EXPECT_EQ(orders.take(epoch), sampling_order(50, 7, epoch)) << epoch;
    const std::vector<std::uint32_t> now = orders.take(epoch);
    EXPECT_FALSE(orders.is_prepared(epoch + 1));
    orders.prepare(epoch + 1);
    EXPECT_TRUE(orders.is_prepared(epoch + 1));
  }
}

TEST_F(Trainer, TheSameSeedIsTheSameRunBitForBit) {
  Remember a, b, c;
  run(a);
  run(b);
  expect_same_run(a.log, b.log);
  EXPECT_EQ(a.states.back()->parameters, b.states.back()->parameters);
  spec_.seed = 2;
  run(c);
  EXPECT_NE(a.states.back()->parameters, c.states.back()->parameters);
}

TEST_F(Trainer, PausingStepByStepAndResumingChangesNothing) {
  Remember unbroken, broken;
  run(unbroken);
  control_.step_batch();
  std::thread user([&] {
    const auto settle = [&] {
      while (!control_.paused()) std::this_thread::yield();
    };
    for (int i = 0; i < 3; ++i) {
      settle();
      control_.step_batch();
    }
    settle();
    control_.request_snapshot();
    control_.step_epoch();
    settle();
    control_.resume();
    control_.pause();
    control_.resume();
  });
  run(broken);
  user.join();
  expect_same_run(unbroken.log, broken.log);
  EXPECT_EQ(unbroken.states.back()->parameters, broken.states.back()->parameters);
  const auto first =
      std::ranges::find_if(broken.events, [](const Event& event) { return report_of(event) != nullptr; });
  ASSERT_NE(first, broken.events.end());
  EXPECT_EQ(report_of(*first)->step, 1) << "one step at a time";
}

TEST_F(Trainer, StepEpochStopsAtTheNextEpochsStart) {
  spec_.epochs = 100'000;
  Remember sink;
  control_.step_epoch();
  std::thread user([&] {
    while (!control_.paused()) std::this_thread::yield();
    control_.step_epoch();
    while (!control_.paused()) std::this_thread::yield();
    control_.stop();
  });
  const RunEnded ended = run(sink);
  user.join();
  EXPECT_EQ(ended.status, RunStatus::stopped);
  EXPECT_EQ(ended.epochs_done, 2);
}

TEST_F(Trainer, RewindsToTheInitialWeightsBitForBit) {
  Remember unbroken, rewound;
  run(unbroken);
  bool once = false;
  rewound.then = [&](const Event& event) {
    if (const auto* epoch = std::get_if<EpochDone>(&event); epoch != nullptr && epoch->epoch == 2 && !once) {
      once = true;
      control_.rewind();
    }
    if (std::holds_alternative<Rewound>(event)) control_.resume();
  };
  run(rewound);
  ASSERT_TRUE(once);
  EXPECT_EQ(rewound.states[3]->parameters, unbroken.states[0]->parameters);
  expect_same_run(unbroken.log, rewound.log);
  EXPECT_EQ(unbroken.states.back()->parameters, rewound.states.back()->parameters);
}

TEST_F(Trainer, ASnapshotIsGivenWhilePausedAndWhileRunning) {
  Remember sink;
  control_.pause();
  control_.request_snapshot();
  sink.then = [&](const Event& event) {
    if (const StepDone* step = report_of(event); step != nullptr && step->step == 1) control_.request_snapshot();
  };
  std::thread user([&] {
    while (control_.take_snapshot_request()) control_.request_snapshot(), std::this_thread::yield();
    control_.resume();
  });
  run(sink);
  user.join();
  const auto within =
      std::ranges::count_if(sink.states, [&](const auto& s) { return s->steps_done != 13 * s->epochs_done; });
  EXPECT_EQ(within, 1) << "one snapshot within an epoch";
}

TEST_F(Trainer, GoesOnFromAStateToTheSameEnd) {
  for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam}) {
    spec_.optimizer = {
        .kind = kind, .learning_rate = kind == OptimizerKind::adam ? 0.01 : 0.1, .schedule = ScheduleKind::cosine};
    Remember unbroken, resumed;
    run(unbroken);
    const TrainingState middle = *unbroken.states[2];
    run(resumed, {std::make_shared<TrainingState>(middle)});
    EXPECT_EQ(resumed.log.started.first_epoch, 2);
    EXPECT_EQ(resumed.states.back()->parameters, unbroken.states.back()->parameters);
    EXPECT_EQ(resumed.log.epochs.back().loss_test, unbroken.log.epochs.back().loss_test);
  }
}

TEST_F(Trainer, DivergenceIsNoticedAndTheLastGoodWeightsAreKept) {
  spec_.optimizer.learning_rate = 1000.0;
  spec_.model = make_mlp({36, 16, 4}, Activation::identity, Loss::mean_squared_error);
  spec_.epochs = 50;
  Remember sink;
  const RunEnded ended = run(sink);
  EXPECT_EQ(ended.status, RunStatus::failed);
  EXPECT_EQ(ended.failure, Failure::diverged);
  EXPECT_NE(ended.reason.find("lower learning rate"), std::string::npos) << ended.reason;
  for (const float w : sink.states.back()->parameters) ASSERT_TRUE(std::isfinite(w));
}

/// A variance that overflows makes every output of its layer 0, and the loss stays finite.
TEST_F(Trainer, StatisticsThatOverflowEndTheRun) {
  spec_.model = {.input = {1, 6, 6}};
  spec_.model.layers = {{Conv2d{2, {{3, 3}}, false}}, {BatchNorm{}}, {Dense{4}}};
  auto state = std::make_shared<TrainingState>(initial_state(spec_.model, spec_.optimizer, 1));
  for (std::size_t i = 0; i < 2 * 9; ++i) state->parameters[i] *= 1e25F;  // the convolution's
  Remember sink;
  const RunEnded ended = run(sink, {.state = state});
  EXPECT_EQ(ended.failure, Failure::diverged);
  EXPECT_NE(ended.reason.find("running statistic"), std::string::npos) << ended.reason;
  for (const float value : sink.states.back()->statistics) ASSERT_TRUE(std::isfinite(value));
}

TEST_F(Trainer, WhatCannotRunIsInTheLastEvent) {
  const auto failure = [&](auto change) {
    RunSpec spec = test::small_spec();
    change(spec);
    Remember sink;
    RunControl control;
    const RunEnded ended = train(spec, data_, sink, control);
    EXPECT_EQ(ended.status, RunStatus::failed);
    EXPECT_FALSE(ended.reason.empty());
    EXPECT_TRUE(std::holds_alternative<RunEnded>(sink.events.back()));
    return ended.failure;
  };
  EXPECT_EQ(failure([](RunSpec& s) { s.backend = "abacus"; }), Failure::usage);
  EXPECT_EQ(failure([](RunSpec& s) { s.options.workers = 7; }), Failure::usage) << "sequential has one worker";
  EXPECT_EQ(failure([](RunSpec& s) { s.options.values["speed"] = "ludicrous"; }), Failure::usage);
  EXPECT_EQ(failure([](RunSpec& s) { s.model = make_mlp({784, 10}, Activation::relu); }), Failure::usage);
  EXPECT_EQ(failure([](RunSpec& s) { s.init_model = "/no/such.safetensors"; }), Failure::input);
}

TEST_F(Trainer, StopsAtTheTargetAccuracy) {
  spec_.epochs = 50;
  spec_.target_accuracy = 0.85;
  Remember sink;
  const RunEnded ended = run(sink);
  EXPECT_EQ(ended.status, RunStatus::done);
  EXPECT_LT(ended.epochs_done, 50);
  ASSERT_TRUE(ended.time_to_target_s.has_value());
  EXPECT_DOUBLE_EQ(*ended.time_to_target_s, sink.log.epochs.back().train_time_s);
  EXPECT_GE(*sink.log.epochs.back().accuracy_test, 0.85);
}

TEST_F(Trainer, EvaluatesAsOftenAsAskedAndAtTheEnd) {
  spec_.eval_every = 3;
  data_.validation = data_.test;
  Remember sink;
  run(sink);
  std::vector<bool> evaluated;
  for (const EpochDone& epoch : sink.log.epochs) evaluated.push_back(epoch.accuracy_test.has_value());
  EXPECT_EQ(evaluated, (std::vector<bool>{false, false, true, true}));
  EXPECT_EQ(sink.log.epochs.back().accuracy_validation, sink.log.epochs.back().accuracy_test);
}

TEST_F(Trainer, ProfilingChangesNoNumber) {
  Remember plain, profiled;
  run(plain);
  spec_.profile_steps = 5;
  run(profiled);
  expect_same_run(plain.log, profiled.log);
  EXPECT_EQ(plain.states.back()->parameters, profiled.states.back()->parameters);
  EXPECT_TRUE(plain.log.profiles.empty());
  ASSERT_EQ(profiled.log.profiles.size(), 4U);
  for (int epoch = 0; epoch < 4; ++epoch) {
    const ProfileSample& sample = profiled.log.profiles[static_cast<std::size_t>(epoch)];
    EXPECT_EQ(sample.epoch, epoch);
    EXPECT_EQ(sample.batch, 16);
    EXPECT_EQ(sample.placement, "");
    EXPECT_EQ(sample.profile.steps, 5);
    EXPECT_GT(sample.profile.kernel_s, 0.0);
    EXPECT_GT(sample.unprofiled_step_s, 0.0);
  }
}

/// The profiled steps lie across points of the curve here, which come all the same: on engines of both kinds.
TEST_F(Trainer, AProfiledRunHasTheCurveOfAnother) {
  for (const char* backend : {"sequential", "simd"}) {
    if (!find_backend(backend).why_not().empty()) continue;
    SCOPED_TRACE(backend);
    spec_.backend = backend, spec_.batch = 4, spec_.epochs = 2;  // 50 steps, a point after each fifth
    spec_.profile_steps = 0;
    Remember plain, profiled;
    run(plain);
    spec_.profile_steps = 18;
    run(profiled);
    ASSERT_EQ(plain.log.steps.size(), 20U);
    expect_same_run(plain.log, profiled.log);
    ASSERT_EQ(profiled.log.profiles.size(), 2U);
    for (const ProfileSample& sample : profiled.log.profiles) {
      EXPECT_EQ(sample.profile.steps, 18) << "in parts, and all of them";
      int last = 0;
      for (const ProfileSpan& span : sample.profile.spans) {
        EXPECT_GE(span.step, last - 1) << "one timeline";
        last = std::max(last, span.step);
      }
      EXPECT_EQ(last, 7);
    }
  }
}

TEST(ProfiledEpoch, PartsJoinAsMeansOverAllTheirSteps) {
  StepProfile all, first{.steps = 1, .wall_s = 4.0, .kernel_s = 4.0}, next{.steps = 3, .wall_s = 2.0, .kernel_s = 1.0};
  first.operations = {{"gemm", ProfilePart::kernel, 4.0, 2.0}};
  next.operations = {{"wait", ProfilePart::host, 1.0, 1.0}, {"gemm", ProfilePart::kernel, 1.0, 2.0}};
  first.nodes = {{1.0, 0.0, 3.0}};
  next.nodes = {{0.5, 0.0, 0.5}};
  next.host_s = 1.0;
  first.spans = {{ProfilePart::kernel, "gemm", 0, 0, 0.0, 4.0, 0}};
  next.spans = {{ProfilePart::kernel, "gemm", 0, 0, 0.5, 1.0, 0}};
  join(all, first);
  EXPECT_EQ(all, first);
  join(all, next);
  EXPECT_EQ(all.steps, 4);
  EXPECT_DOUBLE_EQ(all.wall_s, 2.5);
  EXPECT_DOUBLE_EQ(all.kernel_s, 1.75);
  EXPECT_DOUBLE_EQ(all.host_s, 0.75);
  EXPECT_NEAR(all.double_booked_s(), 0.0, 1e-12);
  ASSERT_EQ(all.operations.size(), 2U);
  EXPECT_EQ(all.operations[0].name, "gemm");
  EXPECT_DOUBLE_EQ(all.operations[0].time_s, 1.75);
  EXPECT_DOUBLE_EQ(all.operations[0].calls, 2.0);
  EXPECT_DOUBLE_EQ(all.operations[1].time_s, 0.75);
  EXPECT_DOUBLE_EQ(all.nodes[0].weight_gradient_s, 1.125);
  EXPECT_EQ(all.spans[1].step, 1);
  EXPECT_DOUBLE_EQ(all.spans[1].start_s, 4.5);
}

TEST_F(Trainer, ProfiledStepsGiveWayToTheEpochsLength) {
  spec_.epochs = 1;
  for (const auto& [batch, steps] : {std::pair(200, 1), std::pair(150, 1), std::pair(100, 1), std::pair(16, 6)}) {
    spec_.batch = batch;
    spec_.profile_steps = 1000;
    Remember sink;
    EXPECT_EQ(run(sink).status, RunStatus::done);
    ASSERT_EQ(sink.log.profiles.size(), 1U) << batch;
    EXPECT_EQ(sink.log.profiles[0].profile.steps, steps) << batch;
    EXPECT_EQ(sink.log.profiles[0].unprofiled_step_s == 0.0, batch >= 150) << "no other whole step to compare with";
  }
}

TEST(ProfiledEpoch, ASmallerLastStepIsRunByItselfAndIsNoneOfTheOthers) {
  ProfiledEpoch short_one(50, 2, 1);
  ASSERT_TRUE(short_one.begins_at(0));
  EXPECT_TRUE(short_one.is_cold_at_first());
  short_one.ran(/*profiled=*/true, 0, 1, 0.3);
  short_one.ran(/*profiled=*/false, 1, 1, 0.016);
  EXPECT_EQ(short_one.median_step_s(), 0.0);
  ProfiledEpoch longer(2, 11, 10);
  EXPECT_FALSE(longer.is_cold_at_first());
  EXPECT_EQ(longer.others_from(0), 4);
  longer.ran(false, 0, 4, 4.0);
  longer.ran(true, 4, 2, 9.0);
  EXPECT_EQ(longer.others_from(6), 4);
  EXPECT_EQ(longer.others_from(10), 1);
  longer.ran(false, 10, 1, 0.1);
  EXPECT_EQ(longer.median_step_s(), 1.0);
  EXPECT_EQ(ProfiledEpoch(0, 11, 10).others_from(0), 11) << "a run that is not profiled is not cut";
}

TEST_F(Trainer, ProfiledRunsPauseStepAndRewindAsOthersDo) {
  spec_.profile_steps = 4;
  Remember unbroken, broken;
  run(unbroken);
  control_.step_batch();
  broken.then = [&, stepped = 0, rewound = false](const Event& event) mutable {
    if (report_of(event) != nullptr && ++stepped < 9) control_.step_batch();
    if (stepped == 9) control_.resume();  // past the place where the profiled steps would have begun
    if (const auto* epoch = std::get_if<EpochDone>(&event); epoch != nullptr && epoch->epoch == 2 && !rewound) {
      rewound = true;
      control_.rewind();
    }
    if (std::holds_alternative<Rewound>(event)) control_.resume();
  };
  run(broken);
  expect_same_run(unbroken.log, broken.log);
  ASSERT_EQ(broken.log.profiles.size(), 4U) << "those before the rewind are void";
  const auto samples =
      std::ranges::count_if(broken.events, [](const Event& e) { return std::holds_alternative<ProfileSample>(e); });
  EXPECT_EQ(samples, 6);
  std::vector<int> steps;
  for (const Event& event : broken.events)
    if (const auto* sample = std::get_if<ProfileSample>(&event)) steps.push_back(sample->profile.steps);
  EXPECT_EQ(steps, (std::vector<int>{3, 4, 4, 4, 4, 4})) << "after nine single steps three whole batches were left";
}

/// The engine's remark reaches everyone who follows the run, and only where there is one.
TEST_F(Trainer, SaysWhenThreadsIdle) {
  const BackendEntry& openmp = find_backend("openmp");
  if (!openmp.why_not().empty()) GTEST_SKIP() << openmp.why_not();
  spec_.backend = "openmp", spec_.epochs = 1, spec_.batch = 1;
  spec_.model = make_mlp({data_.features(), 4, data_.classes()}, Activation::relu);
  spec_.options.workers = 1;
  Remember alone, many;
  EXPECT_EQ(run(alone).status, RunStatus::done);
  EXPECT_TRUE(alone.log.warnings.empty());
  spec_.options.workers = 3;
  EXPECT_EQ(run(many).status, RunStatus::done);
  ASSERT_EQ(many.log.warnings.size(), 1U);
  EXPECT_EQ(many.log.warnings.front().rfind("2 of 3 threads compute no product", 0), 0U) << many.log.warnings.front();
}

TEST_F(Trainer, TakesABatchOfAllExamplesAndAnEmptyTestSet) {
  spec_.batch = 200;
  data_.test = {};
  Remember sink;
  EXPECT_EQ(run(sink).status, RunStatus::done);
  EXPECT_EQ(sink.log.started.steps_per_epoch, 1);
  EXPECT_FALSE(sink.log.epochs.back().loss_test.has_value());
}

/// The images of an epoch are a function of the seed and the epoch: the run is the same on every backend, and goes on
/// as if it had not been broken off.
TEST_F(Trainer, AugmentsEqualOnEveryBackendAndAfterAResume) {
  spec_.data.augmentation = {.shift = 1, .rotate = 8, .scale = 0.1, .flip = 0.3, .crop = 1};
  RunSpec plain = spec_;
  plain.data.augmentation = {};
  Remember augmented, not_augmented;
  run(augmented);
  train(plain, data_, not_augmented, control_);
  EXPECT_NE(augmented.log.epochs.back().loss_train, not_augmented.log.epochs.back().loss_train);
  EXPECT_EQ(augmented.states.front()->parameters, not_augmented.states.front()->parameters);

  Remember rest;
  run(rest, {.state = augmented.states[2]});
  ASSERT_EQ(rest.log.epochs.size(), 2U);
  EXPECT_EQ(rest.log.epochs.back().loss_train, augmented.log.epochs.back().loss_train);
  EXPECT_EQ(rest.states.back()->parameters, augmented.states.back()->parameters);

  for (const BackendEntry& entry : backend_table()) {
    if (entry.kind != BackendKind::cpu || !entry.why_not().empty()) continue;
    spec_.backend = entry.name;
    Remember own;
    EXPECT_EQ(run(own).status, RunStatus::done) << entry.name;
    for (std::size_t e = 0; e < own.log.epochs.size(); ++e)
      EXPECT_NEAR(own.log.epochs[e].loss_train, augmented.log.epochs[e].loss_train, 1e-4) << entry.name;
  }
}

TEST_F(Trainer, EvaluatesTestAndValidationApart) {
  data_.validation = data_.test;
  Remember sink;
  EXPECT_EQ(run(sink).status, RunStatus::done);
  for (const EpochDone& epoch : sink.log.epochs) {
    EXPECT_EQ(epoch.accuracy_validation, epoch.accuracy_test);
    EXPECT_GT(epoch.test_time_s, 0.0);
    EXPECT_GT(epoch.validation_time_s, 0.0);
    EXPECT_DOUBLE_EQ(epoch.eval_time_s, epoch.test_time_s + epoch.validation_time_s);
  }
}

}  // namespace
}  // namespace mlplab
