// The mark '✓ equal' with errors planted that it must not survive, on every backend that can run here: each trains a
// small network as it should and with one thing wrong (wherever its engine can be driven, with stale weights too), and
// is held against `sequential`.
#include "core/study/equivalence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/compute/step_engine.h"
#include "core/data/idx.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/launch/execute.h"
#include "core/training/trainer.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(Equivalence, HasThreeStates) {
  const std::vector<double> expected = {1.0, 0.5, 0.25};
  const auto with = [&](std::size_t epoch, double factor) {
    std::vector<double> losses = expected;
    losses[epoch] *= factor;
    return losses;
  };
  EXPECT_EQ(compare_losses(expected, expected, 100), Equivalence::equal);
  EXPECT_EQ(compare_losses(expected, with(0, 1.00009), 100), Equivalence::equal);
  EXPECT_EQ(compare_losses(expected, with(0, 1.00011), 100), Equivalence::differs);
  EXPECT_EQ(compare_losses(expected, with(1, 1.0009), 100), Equivalence::equal);
  EXPECT_EQ(compare_losses(expected, with(2, 1.011), 100), Equivalence::differs) << "every epoch is looked at";
  EXPECT_EQ(compare_losses(expected, with(0, 1.0003), 3750), Equivalence::equal) << "many steps amplify more";
  EXPECT_EQ(compare_losses(expected, with(2, 1.03), 1'000'000), Equivalence::differs) << "but never 2 %";
  EXPECT_EQ(compare_losses(expected, with(0, 1.001), 100, /*approximate=*/true), Equivalence::equal);
  EXPECT_EQ(compare_losses(expected, std::vector{1.0}, 100), Equivalence::equal) << "the common ones";
  EXPECT_EQ(compare_losses(expected, std::vector<double>{}, 100), Equivalence::not_compared);
  EXPECT_EQ(compare_losses(std::vector<double>{}, expected, 100), Equivalence::not_compared);
  EXPECT_EQ(compare_losses(expected, with(1, std::nan("")), 100), Equivalence::differs);
  EXPECT_EQ(compare_losses(std::vector{std::nan("")}, std::vector{std::nan("")}, 100), Equivalence::differs);
  EXPECT_EQ(compare_losses(std::vector<double>{INFINITY}, std::vector<double>{INFINITY}, 100), Equivalence::differs);
}

/// An epoch that diverged or was broken off has no loss: what came before it says nothing of the whole.
TEST(Equivalence, WhatDidNotRunToItsEndIsNotCalledEqual) {
  const RunLog whole = made_run("sequential", 1.0, 2);
  EXPECT_EQ(compare_losses(whole, made_run("simd", 1.0, 2)), Equivalence::equal);
  EXPECT_EQ(compare_losses(whole, made_run("simd", 1.0, 1)), Equivalence::equal) << "it was to be shorter";
  for (const auto end :
       {std::optional(RunStatus::failed), std::optional(RunStatus::stopped), std::optional<RunStatus>()}) {
    RunLog part = made_run("simd", 1.0, 1);
    if (end)
      part.ended->status = *end;
    else
      part.ended.reset();
    EXPECT_EQ(compare_losses(whole, part), Equivalence::not_compared);
    EXPECT_EQ(compare_losses(part, whole), Equivalence::not_compared);
    part.epochs.front().loss_train *= 1.01;
    EXPECT_EQ(compare_losses(whole, part), Equivalence::differs) << "that much is known";
  }
}

/// Epochs are held against those of the same number, however many the log has lost before them.
TEST(Equivalence, EpochsThatALogHasLostAreNotTakenForOthers) {
  RunLog whole = made_run("sequential", 1.0, 3), part = made_run("simd", 1.0, 3);
  for (RunLog* log : {&whole, &part})
    for (std::size_t e = 0; e < 3; ++e) log->epochs[e].loss_train = 1.0 / static_cast<double>(e + 1);
  ASSERT_EQ(compare_losses(whole, part), Equivalence::equal);
  part.epochs.erase(part.epochs.begin() + 1);
  EXPECT_EQ(compare_losses(whole, part), Equivalence::equal);
  EXPECT_EQ(compare_losses(part, whole), Equivalence::equal);
  part.epochs.back().loss_train *= 1.02;
  EXPECT_EQ(compare_losses(whole, part), Equivalence::differs) << "what comes after a gap counts as well";
  EXPECT_EQ(compare_losses(part, whole), Equivalence::differs);
  part.epochs.clear();
  EXPECT_EQ(compare_losses(whole, part), Equivalence::not_compared);
}

TEST(Equivalence, OnlyOptionsThatSaySoAreApproximate) {
  RunSpec spec = test::small_spec("cuda");
  EXPECT_FALSE(is_approximate(spec));
  spec.options.values["product"] = "own";
  EXPECT_FALSE(is_approximate(spec));
  spec = test::small_spec("simd");
  spec.options.values["first-layer"] = "dense";
  EXPECT_FALSE(is_approximate(spec));
}

struct Planted {
  const char* what;
  void (*plant)(RunSpec&, Dataset&);
};

const Planted errors[] = {
    {"lr × 1.001", [](RunSpec& s, Dataset&) { s.optimizer.learning_rate *= 1.001; }},
    {"a weight decay of 1e-5 ignored", [](RunSpec& s, Dataset&) { s.optimizer.weight_decay = 0.0; }},
    {"another order",
     [](RunSpec&, Dataset& d) {
       std::swap(d.train.labels[3], d.train.labels[90]);
       const std::size_t f = static_cast<std::size_t>(d.features());
       for (std::size_t i = 0; i < f; ++i) std::swap(d.train.features[3 * f + i], d.train.features[90 * f + i]);
     }},
    {"one wrong layer", [](RunSpec& s, Dataset&) { dense_layer(s.model, 0).activation = Activation::tanh; }},
    {"other weights", [](RunSpec& s, Dataset&) { s.model.initializer = Initializer::xavier; }},
    {"another loss", [](RunSpec& s, Dataset&) { s.model.loss = Loss::mean_squared_error; }},
    {"another batch", [](RunSpec& s, Dataset&) { s.batch = 17; }},
};

class PlantedErrors : public testing::TestWithParam<std::string> {};

/// Ranks read their data themselves: they get it as a folder.
RunLog train(RunSpec spec, const Dataset& dataset) {
  const test::TemporaryFolder folder;
  Dataset read;
  const bool ranks = spec.team.has_value();
  if (ranks) {
    write_idx_folder(folder / "data", dataset);
    spec.data.source = (folder / "data").string();
    read = load_dataset(spec.data, {}, spec.seed);
  }
  RunControl control;
  test::Remember sink;
  const RunOutcome outcome = execute_run({.spec = spec, .dataset = borrowed(ranks ? read : dataset)}, sink, control);
  EXPECT_EQ(outcome.ended.status, RunStatus::done) << outcome.ended.reason;
  return outcome.log;
}

/// The losses of the backend's own engine, driven step by step. `stale`: each step's gradient is that of the weights
/// before the last update.
std::vector<double> losses_of_engine(const BackendEntry& entry, const RunSpec& spec, const Dataset& data, bool stale) {
  const auto backend = make_backend(entry, {});
  const auto engine =
      make_step_engine(*backend, {spec.model, spec.optimizer, spec.batch, &data.train, nullptr, nullptr});
  TrainingState now = fresh_state(spec, data), before = now, after = now;
  engine->set_state(now);
  const auto steps = static_cast<std::int64_t>((data.train.size() + static_cast<std::size_t>(spec.batch) - 1) /
                                               static_cast<std::size_t>(spec.batch));
  std::vector<double> losses;
  for (int epoch = 0; epoch < spec.epochs; ++epoch) {
    engine->begin_epoch(sampling_order(data.train.size(), spec.seed, epoch));
    for (std::int64_t step = 0; step < steps; ++step) {
      const auto rate = static_cast<float>(learning_rate_at(spec.optimizer, epoch * steps + step, steps * spec.epochs));
      if (stale) {  // the weights of before, with the optimiser's state of now
        after = now;
        after.parameters = before.parameters;
        engine->set_state(after);
      }
      engine->train(step, std::vector<float>{rate});
      if (!stale) continue;
      engine->get_state(after);
      for (std::size_t i = 0; i < now.parameters.size(); ++i)
        after.parameters[i] += now.parameters[i] - before.parameters[i];
      before = std::exchange(now, after);
    }
    const StepTotals totals = engine->epoch_totals();
    losses.push_back(totals.loss_sum / static_cast<double>(totals.examples));
  }
  return losses;
}

std::vector<double> losses_of(const RunLog& log) {
  std::vector<double> losses;
  for (const EpochDone& epoch : log.epochs) losses.push_back(epoch.loss_train);
  return losses;
}

RunSpec spec_with(OptimizerKind optimizer) {
  RunSpec spec = test::small_spec();
  spec.batch = 8;
  spec.optimizer.kind = optimizer;
  // High rates and small batches, so that a decay of 1e-5 has something to act on within an epoch.
  spec.optimizer.learning_rate = optimizer == OptimizerKind::adam ? 0.01 : 0.5;
  spec.optimizer.weight_decay = 1e-5;
  return spec;
}

TEST_P(PlantedErrors, AreSeen) {
  const ConfigurationEntry& entry = find_configuration(GetParam());
  if (const std::string reason = entry.why_not(); !reason.empty()) GTEST_SKIP() << "skipped: " << reason;
  const bool starts_programs = entry.kind == ConfigurationKind::processes ||
                               entry.is_program();  // one optimiser less and fewer examples: they are slow
  const Dataset data = test::small_dataset(starts_programs ? 1000 : 2000);
  for (const OptimizerKind optimizer : {OptimizerKind::sgd, OptimizerKind::adam}) {
    if (starts_programs && optimizer == OptimizerKind::adam) continue;
    RunSpec spec = spec_with(optimizer);
    if (starts_programs) spec.epochs = 2;
    const RunLog expected = train(spec, data);
    test::train_by(spec, GetParam(), entry.kind == ConfigurationKind::processes ? 2 : 0);
    EXPECT_EQ(compare_losses(expected, train(spec, data)), Equivalence::equal) << "nothing is wrong";
    for (const Planted& error : errors) {
      RunSpec wrong = spec;
      Dataset other = data;
      error.plant(wrong, other);
      EXPECT_EQ(compare_losses(expected, train(wrong, other)), Equivalence::differs)
          << error.what << " with " << to_string(optimizer);
    }
    if (starts_programs) continue;
    const auto steps = expected.started.steps_per_epoch;
    EXPECT_EQ(compare_losses(losses_of(expected), losses_of_engine(find_backend(entry.name), spec, data, false), steps),
              Equivalence::equal);
    EXPECT_EQ(compare_losses(losses_of(expected), losses_of_engine(find_backend(entry.name), spec, data, true), steps),
              Equivalence::differs)
        << "weights stale by one step with " << to_string(optimizer);
  }
}

/// Every one of the table; what cannot run here says why.
std::vector<std::string> backends_here() {
  std::vector<std::string> names;
  for (const ConfigurationEntry& entry : configurations())
    if (entry.name.find('.') == std::string::npos) names.push_back(entry.name);  // a trainer's file that is refused
  return names;
}

INSTANTIATE_TEST_SUITE_P(Every, PlantedErrors, testing::ValuesIn(backends_here()), [](const auto& tested) {
  std::string name = tested.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

}  // namespace
}  // namespace mlplab
