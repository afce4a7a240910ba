// Every subject's step engine against the plain engine on `sequential`: the same losses and the same weights after two
// epochs of a few steps, the last of each smaller. A new optimiser, activation or loss gets a line in cases().
#include <algorithm>
#include <limits>

#include "core/base/random.h"
#include "core/compute/plain_engine.h"
#include "core/compute/step_engine.h"
#include "core/model/network.h"
#include "tests/core/compute/subjects.h"
#include "tests/support/compare.h"

namespace mlplab {
namespace {

struct Case {
  std::vector<int> widths;
  Activation hidden = Activation::relu;
  Loss loss = Loss::softmax_cross_entropy;
  OptimizerKind optimizer = OptimizerKind::sgd;
  double weight_decay = 0.0;
  int batch = 16;
  Activation output = Activation::identity;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Activation hidden : {Activation::relu, Activation::sigmoid, Activation::tanh})
    for (const OptimizerKind optimizer : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam})
      for (const double decay : {0.0, 0.01})
        all.push_back({{49, 33, 10}, hidden, Loss::softmax_cross_entropy, optimizer, decay, 13});
  for (const OptimizerKind optimizer : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam}) {
    all.push_back({{30, 64, 10}, Activation::sigmoid, Loss::mean_squared_error, optimizer, 0.001, 70});
    all.push_back({{200, 70, 41, 19, 5}, Activation::tanh, Loss::softmax_cross_entropy, optimizer, 0.0, 66});
  }
  all.push_back({{784, 256, 10}, Activation::relu, Loss::softmax_cross_entropy, OptimizerKind::sgd, 0.0, 64});
  all.push_back({{131, 150, 130, 70}, Activation::relu, Loss::mean_squared_error, OptimizerKind::sgd, 0.0, 130});
  // A large batch of few units, whose rows two workers share out.
  all.push_back({{40, 16, 10}, Activation::tanh, Loss::softmax_cross_entropy, OptimizerKind::momentum, 0.01, 130});
  for (const OptimizerKind optimizer :
       {OptimizerKind::sgd, OptimizerKind::momentum})  // several blocks of rows and of k
    all.push_back({{61, 203, 140, 7}, Activation::relu, Loss::softmax_cross_entropy, optimizer, 0.01, 261});
  all.push_back(
      {{40, 20, 10}, Activation::relu, Loss::mean_squared_error, OptimizerKind::sgd, 0.0, 7, Activation::sigmoid});
  all.push_back({{20, 3, 2}, Activation::relu, Loss::softmax_cross_entropy, OptimizerKind::sgd, 0.0, 1});
  all.push_back({{20, 1, 1, 2}, Activation::sigmoid, Loss::softmax_cross_entropy, OptimizerKind::adam, 0.0, 5});
  all.push_back({{25, 10}, Activation::relu, Loss::softmax_cross_entropy, OptimizerKind::sgd, 0.01, 9});
  return all;
}

/// About `dark` of the features are 0; labels depend on them, so that there is something to learn.
Examples examples_for(int inputs, int classes, std::size_t count, float dark) {
  Random random(3, RandomStream::split, static_cast<std::uint32_t>(inputs));
  Examples examples;
  for (std::size_t i = 0; i < count; ++i) {
    unsigned sum = 0;
    for (int j = 0; j < inputs; ++j) {
      const bool lit = static_cast<float>(random.below(1000)) >= 1000.0F * dark;
      const auto value = static_cast<std::uint8_t>(lit ? 1 + random.below(255) : 0);
      examples.features.push_back(value);
      sum += value;
    }
    examples.labels.push_back(static_cast<std::int32_t>(sum % static_cast<unsigned>(classes)));
  }
  return examples;
}

struct Outcome {
  std::vector<float> losses;  // of each epoch, then of the evaluation
  std::int64_t correct = 0;   // in the evaluation
  TrainingState state;
};

Outcome train_with(StepEngine& engine, const StepPlan& plan, const TrainingState& start, const Examples& test) {
  Outcome outcome;
  engine.set_state(start);
  const auto count = static_cast<std::int64_t>(plan.train->size());
  const std::int64_t steps = (count + plan.batch - 1) / plan.batch;
  for (int epoch = 0; epoch < 2; ++epoch) {
    std::vector<std::uint32_t> order(plan.train->size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = static_cast<std::uint32_t>((i * 7 + static_cast<std::size_t>(epoch)) % order.size());
    engine.begin_epoch(order);
    const std::vector<float> rates = {0.1F, 0.05F};
    std::int64_t step = 0;
    for (; step + 2 <= steps; step += 2) engine.train(step, rates);
    if (step < steps) engine.train(step, std::span(rates).first(1));
    const StepTotals totals = engine.epoch_totals();
    EXPECT_EQ(totals.examples, count);
    outcome.losses.push_back(static_cast<float>(totals.loss_sum / static_cast<double>(totals.examples)));
  }
  const StepTotals tested = engine.evaluate(test, 3, test.size() - 3);
  EXPECT_EQ(tested.examples, static_cast<std::int64_t>(test.size()) - 3);
  outcome.losses.push_back(static_cast<float>(tested.loss_sum / static_cast<double>(tested.examples)));
  outcome.correct = tested.correct;
  EXPECT_EQ(engine.epoch_totals().examples, count);  // evaluation is not training
  engine.get_state(outcome.state);
  return outcome;
}

class Engines : public ::testing::TestWithParam<Subject> {};

/// The outcome of `sequential` is the same for every subject, so it is computed once.
const Outcome& reference_outcome(const std::string& key, const std::function<Outcome()>& compute) {
  static std::map<std::string, Outcome> known;
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, compute()).first->second;
}

TEST_P(Engines, TrainLikeThePlainEngineOnSequential) {
  int index = 0, bright = 0;
  for (const float dark : {0.8F, 0.2F})  // with 0.2 a sparse first layer gives way to the dense one
    for (const Case& c : cases()) {
      if (dark < 0.5F && ++bright % 3 != 0) continue;  // only the first product differs
      StepPlan plan;
      plan.model = make_mlp(c.widths, c.hidden, c.loss);
      dense_layer(plan.model, plan.model.layers.size() - 1).activation = c.output;
      plan.optimizer.kind = c.optimizer, plan.optimizer.weight_decay = c.weight_decay;
      plan.batch = c.batch;
      SCOPED_TRACE(::testing::Message() << plan.model.name() << " " << to_string(c.hidden) << " " << to_string(c.loss)
                                        << " " << to_string(c.optimizer) << " decay " << c.weight_decay << " batch "
                                        << c.batch << " dark " << dark);
      // Two steps and a half; of a large network, for whose layers it is there, one and a half.
      const bool large = plan.model.parameter_count() * static_cast<std::size_t>(c.batch) > 2'000'000;
      const std::size_t count = static_cast<std::size_t>(c.batch) * (large ? 3 : 5) / 2 + 1;
      const Examples train = examples_for(plan.model.inputs(), plan.model.outputs(), count, dark);
      const Examples test = examples_for(plan.model.inputs(), plan.model.outputs(), large ? 71 : 131, dark);
      plan.train = &train;
      TrainingState start = initial_state(plan.model, plan.optimizer, 5);
      start.steps_done = 4;
      const auto backend = GetParam().make();
      const std::string key = (::testing::Message() << dark << " " << index++).GetString();
      const Outcome& expected = reference_outcome(key, [&] {
        const auto reference = reference_backend();
        return train_with(*make_plain_engine(*reference, plan), plan, start, test);
      });
      const Outcome outcome = train_with(*make_step_engine(*backend, plan), plan, start, test);
      EXPECT_TRUE(close(expected.losses, outcome.losses, 2e-4)) << reproduce();
      EXPECT_NEAR(static_cast<double>(expected.correct), static_cast<double>(outcome.correct), 2.0) << reproduce();
      EXPECT_EQ(expected.state.steps_done, outcome.state.steps_done) << reproduce();
      EXPECT_TRUE(close(expected.state.parameters, outcome.state.parameters, 2e-3)) << reproduce();
      ASSERT_EQ(expected.state.slots.size(), outcome.state.slots.size()) << reproduce();
      for (std::size_t s = 0; s < expected.state.slots.size(); ++s)
        EXPECT_TRUE(close(expected.state.slots[s], outcome.state.slots[s], 5e-3)) << reproduce();
    }
}

/// As augmentation changes them between two epochs: an engine that kept a copy, or lists of lit pixels, has to notice.
/// Also where an epoch is a single step, so that one is the same as the last in all but its examples.
TEST_P(Engines, SeeFeaturesThatHaveChanged) {
  for (const float dark : {0.8F, 0.2F})  // a sparse first layer, and a dense one
    for (const int batch : {8, 41}) {
      SCOPED_TRACE(::testing::Message() << "dark " << dark << " batch " << batch);
      StepPlan plan;
      plan.model = make_mlp({64, 48, 10}, Activation::relu);
      plan.batch = batch;
      const Examples before = examples_for(64, 10, 41, dark), test = examples_for(64, 10, 16, dark);
      Examples after = before;
      std::ranges::reverse(after.features);
      const TrainingState start = initial_state(plan.model, plan.optimizer, 5);
      plan.train = &after;
      const auto reference = reference_backend(), changed = GetParam().make();
      const Outcome expected = train_with(*make_plain_engine(*reference, plan), plan, start, test);
      Examples examples = before;
      plan.train = &examples;
      const auto engine = make_step_engine(*changed, plan);
      const Outcome unchanged = train_with(*engine, plan, start, test);
      EXPECT_FALSE(close(expected.losses, unchanged.losses, 2e-4));
      std::ranges::copy(after.features, examples.features.begin());
      engine->features_changed();
      const Outcome outcome = train_with(*engine, plan, start, test);
      EXPECT_TRUE(close(expected.losses, outcome.losses, 2e-4)) << reproduce();
      EXPECT_TRUE(close(expected.state.parameters, outcome.state.parameters, 2e-3)) << reproduce();
    }
}

TEST_P(Engines, GiveBackTheStateTheyWereGiven) {
  StepPlan plan;
  plan.model = make_mlp({37, 130, 21, 10}, Activation::relu);
  plan.optimizer.kind = OptimizerKind::adam;
  plan.batch = 4;
  const Examples train = examples_for(37, 10, 12, 0.5F);
  plan.train = &train;
  TrainingState start = initial_state(plan.model, plan.optimizer, 1);
  const ParameterLayout layout = layout_of(plan.model);
  for (std::vector<float>* values : {&start.parameters, &start.slots[0], &start.slots[1]})
    for (const LayerSlice& slice : layout.layers) {
      for (int i = 0; i < slice.in * slice.out; ++i) (*values)[slice.weight + i] = static_cast<float>(i) + 0.5F;
      for (int i = 0; i < slice.out; ++i) (*values)[slice.bias + i] = static_cast<float>(-i);
    }
  start.steps_done = 17;
  const auto backend = GetParam().make();
  const auto engine = make_step_engine(*backend, plan);
  engine->set_state(start);
  TrainingState back;
  engine->get_state(back);
  EXPECT_EQ(start.parameters, back.parameters) << reproduce();
  EXPECT_EQ(start.slots, back.slots) << reproduce();
  EXPECT_EQ(start.steps_done, back.steps_done) << reproduce();
}

/// A weight that is NaN under a pixel that is lit must show in the loss, also where zeros are skipped and ReLU cuts
/// off.
TEST_P(Engines, NanInAWeightReachesTheLoss) {
  StepPlan plan;
  plan.model = make_mlp({64, 48, 10}, Activation::relu);
  plan.batch = 8;
  const Examples train = examples_for(64, 10, 32, 0.7F);
  plan.train = &train;
  TrainingState start = initial_state(plan.model, plan.optimizer, 1);
  start.parameters[layout_of(plan.model).layers[0].weight + 5] = std::numeric_limits<float>::quiet_NaN();
  const auto backend = GetParam().make();
  const auto engine = make_step_engine(*backend, plan);
  engine->set_state(start);
  std::vector<std::uint32_t> order(train.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  engine->begin_epoch(order);
  engine->train(0, std::vector<float>(4, 0.1F));
  EXPECT_TRUE(std::isnan(engine->epoch_totals().loss_sum)) << reproduce();
}

INSTANTIATE_TEST_SUITE_P(On, Engines, ::testing::ValuesIn(subjects()), name_of_subject);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Engines);

}  // namespace
}  // namespace mlplab
