// Whole networks of every kind of layer: gradients by finite differences on every subject, the same run on each of them
// and after a resume, gradients of outputs that several layers take. A new kind of layer gets a line in
// network_of_every_kind().
#include <cmath>

#include "core/base/random.h"
#include "core/compute/network_memory.h"
#include "core/compute/plain_engine.h"
#include "core/compute/step_engine.h"
#include "core/data/load.h"
#include "core/model/network.h"
#include "tests/core/compute/subjects.h"
#include "tests/support/compare.h"

namespace mlplab {
namespace {

ModelSpec network_of_every_kind() {
  ModelSpec spec{.input = {2, 7, 9}};
  spec.layers = {{Normalize{{0.45, 0.55}, {0.9, 1.2}}},
                 {Conv2d{4, {{3, 2}, {1, 2}, {1, 0}}, true, Activation::tanh}},
                 {BatchNorm{}},
                 {Conv2d{4, {{3, 3}, {1, 1}, {1, 1}}, false}},
                 {Add{Activation::tanh}, {2, 3}},
                 {Dropout{0.3}},
                 {AveragePool{{{2, 3}, {2, 1}, {1, 1}}}},
                 {ActivationLayer{Activation::sigmoid}},
                 {Normalize{{0.5}, {0.7}}},
                 {Conv2d{4, {{1, 1}, {1, 1}, {0, 0}}, true, Activation::tanh}},  // leaves its slope to the pooling
                 {MaxPool{{{2, 2}, {1, 1}, {0, 0}}}},
                 {Conv2d{5, {{2, 2}, {1, 1}, {1, 1}}, true, Activation::tanh}},
                 {BatchNorm{.activation = Activation::tanh}},
                 {Add{}, {11, 12}},
                 {Flatten{}},
                 {Dense{6, Activation::tanh}},
                 {Dense{3}}};
  validate(spec);
  return spec;
}

/// A network shaped as a ResNet: strided convolutions, an output that three layers take, a mean over the image.
ModelSpec small_resnet() {
  const auto conv = [](int channels, int kernel, int stride) {
    return Conv2d{channels, {{kernel, kernel}, {stride, stride}, {kernel / 2, kernel / 2}}, false};
  };
  const BatchNorm norm{.activation = Activation::relu};
  ModelSpec spec{.input = {1, 17, 15}};
  spec.layers = {
      {conv(6, 7, 2)},      {norm},        {MaxPool{{{3, 3}, {2, 2}, {1, 1}}}}, {conv(6, 3, 1)},       {norm},
      {conv(6, 3, 1)},      {BatchNorm{}}, {Add{Activation::relu}, {6, 2}},     {conv(9, 3, 2)},       {BatchNorm{}},
      {conv(9, 1, 2), {7}}, {BatchNorm{}}, {Add{Activation::relu}, {9, 11}},    {GlobalAveragePool{}}, {Dense{4}}};
  validate(spec);
  return spec;
}

Examples images(const ModelSpec& spec, std::size_t count) {
  Random random(3, RandomStream::split, 1);
  Examples examples;
  for (std::size_t i = 0; i < count; ++i) {
    const auto label = static_cast<std::int32_t>(i % static_cast<std::size_t>(spec.outputs()));
    for (int j = 0; j < spec.inputs(); ++j)
      examples.features.push_back(static_cast<std::uint8_t>(random.below(100) + 50U * static_cast<unsigned>(label)));
    examples.labels.push_back(label);
  }
  return examples;
}

/// Loss of each epoch and of an evaluation, then the state, after `epochs` more.
struct Trained {
  std::vector<float> losses;
  TrainingState state;
};

Trained train_on(StepEngine& engine, const StepPlan& plan, const TrainingState& start, int epochs) {
  Trained outcome;
  engine.set_state(start);
  const auto steps = static_cast<std::int64_t>((plan.train->size() + plan.batch - 1) / plan.batch);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    engine.begin_epoch(sampling_order(plan.train->size(), 1, static_cast<int>(start.steps_done / steps) + epoch));
    engine.train(0, std::vector<float>(static_cast<std::size_t>(steps), 0.05F));
    outcome.losses.push_back(static_cast<float>(engine.epoch_totals().loss_sum / double(plan.train->size())));
  }
  outcome.losses.push_back(static_cast<float>(engine.evaluate(*plan.train, 1, plan.train->size() - 1).loss_sum));
  engine.get_state(outcome.state);
  return outcome;
}

class Networks : public ::testing::TestWithParam<Subject> {};

/// On one and two workers: how more of them share out is seen by whole runs below.
class NetworkGradients : public ::testing::TestWithParam<Subject> {};

TEST_P(NetworkGradients, AgreeWithFiniteDifferences) {
  constexpr int batch = 5;
  StepPlan plan;
  plan.model = network_of_every_kind();
  plan.batch = batch;
  const Examples train = images(plan.model, batch);
  plan.train = &train;
  const auto backend = GetParam().make();
  const auto engine = make_step_engine(*backend, plan);
  TrainingState state = initial_state(plan.model, {}, 11);
  const Network network = network_of(plan.model);
  for (const Tensor& tensor : network.tensors)
    if (tensor.trained && tensor.shape.size() == 1)  // biases and scales must matter
      for (std::size_t i = 0; i < tensor.count(); ++i)
        state.parameters[tensor.offset + i] += 0.1F + 0.03F * static_cast<float>(i);
  state.steps_done = 3;
  const auto step = [&](const TrainingState& from, float rate) {
    engine->set_state(from);
    engine->begin_epoch(sampling_order(batch, 1, 0));
    engine->train(0, {&rate, 1});
    return engine->epoch_totals().loss_sum / batch;  // of the weights before the step
  };
  step(state, 1.0F);
  TrainingState after;
  engine->get_state(after);
  int count = 0, kinks = 0;
  double largest = 0.0;
  for (const Tensor& tensor : network.tensors) {
    if (!tensor.trained) continue;
    const std::size_t stride = GetParam().entry.empty() ? 2 : 7;  // more on the instruction sets
    for (std::size_t i = tensor.offset; i < tensor.offset + tensor.count(); i += stride) {
      const auto numeric_at = [&](float h) {
        TrainingState moved = state;
        moved.parameters[i] = state.parameters[i] + h;
        const double above = step(moved, 0.0F);
        const double up = moved.parameters[i];
        moved.parameters[i] = state.parameters[i] - h;
        return (above - step(moved, 0.0F)) / (up - double{moved.parameters[i]});
      };
      const double analytic = double{state.parameters[i]} - after.parameters[i], numeric = numeric_at(4e-3F);
      ++count;
      if (std::fabs(numeric - numeric_at(1e-3F)) > 2e-3) {  // where another pixel becomes the largest
        ++kinks;
        continue;
      }
      ASSERT_NEAR(analytic, numeric, 2e-3 * std::max(1.0, std::fabs(numeric))) << tensor.name << ", " << reproduce();
      largest = std::max(largest, std::fabs(numeric));
    }
  }
  EXPECT_LE(kinks, count / 10);
  EXPECT_GT(largest, 0.02) << "all gradients near zero would prove nothing";
}

TEST_P(Networks, TrainAsSequentialDoes) {
  for (const ModelSpec& model : {network_of_every_kind(), small_resnet()})
    for (const OptimizerKind optimizer : {OptimizerKind::sgd, OptimizerKind::momentum}) {
      if (GetParam().emulated && optimizer == OptimizerKind::sgd) continue;
      StepPlan plan;
      plan.model = model;
      plan.optimizer.kind = optimizer;
      plan.batch = 13;
      plan.seed = 9;
      const Examples train = images(model, 31);
      plan.train = &train;
      const TrainingState start = initial_state(model, plan.optimizer, 5);
      const auto reference = reference_backend(), backend = GetParam().make();
      const Trained expected = train_on(*make_plain_engine(*reference, plan), plan, start, 2);
      const Trained outcome = train_on(*make_step_engine(*backend, plan), plan, start, 2);
      EXPECT_TRUE(close(expected.losses, outcome.losses, 5e-4)) << reproduce();
      EXPECT_TRUE(close(expected.state.parameters, outcome.state.parameters, 5e-3)) << reproduce();
      EXPECT_TRUE(close(expected.state.statistics, outcome.state.statistics, 2e-3)) << reproduce();
      EXPECT_NE(start.statistics, outcome.state.statistics);
    }
}

TEST_P(Networks, GoOnBitForBit) {
  StepPlan plan;
  plan.model = network_of_every_kind();
  plan.optimizer.kind = OptimizerKind::momentum;
  plan.batch = 8;
  const Examples train = images(plan.model, 30);
  plan.train = &train;
  const TrainingState start = initial_state(plan.model, plan.optimizer, 5);
  const auto backend = GetParam().make();
  const Trained whole = train_on(*make_step_engine(*backend, plan), plan, start, 2);
  const Trained half = train_on(*make_step_engine(*backend, plan), plan, start, 1);
  const auto other = GetParam().make();
  const Trained rest = train_on(*make_step_engine(*other, plan), plan, half.state, 1);
  EXPECT_EQ(rest.losses.front(), whole.losses[1]) << reproduce();
  EXPECT_EQ(rest.state.parameters, whole.state.parameters) << reproduce();
  EXPECT_EQ(rest.state.statistics, whole.state.statistics) << reproduce();
  EXPECT_EQ(rest.state.slots, whole.state.slots) << reproduce();
}

TEST(Arena, ValuesThatLiveTogetherDoNotOverlap) {
  const std::vector<Lifetime> values = {{10, 0, 3}, {20, 1, 2}, {5, 2, 6}, {30, 4, 5}, {8, 3, 4}, {0, 0, 9}};
  const Arena arena = place_in_arena(values, 4);
  std::size_t together = 0;
  for (int time = 0; time < 10; ++time) {
    std::size_t sum = 0;
    for (std::size_t a = 0; a < values.size(); ++a) {
      if (values[a].first > time || values[a].last < time) continue;
      sum += (values[a].size + 3) / 4 * 4;
      EXPECT_LE(arena.offsets[a] + values[a].size, arena.size);
      EXPECT_EQ(arena.offsets[a] % 4, 0U);
      for (std::size_t b = 0; b < a; ++b) {
        if (values[b].first > time || values[b].last < time) continue;
        EXPECT_TRUE(arena.offsets[a] >= arena.offsets[b] + values[b].size ||
                    arena.offsets[b] >= arena.offsets[a] + values[a].size)
            << a << " and " << b;
      }
    }
    together = std::max(together, sum);
  }
  EXPECT_GE(arena.size, together);
  EXPECT_LT(arena.size, 10U + 20 + 5 + 30 + 8) << "nothing is shared";
}

std::vector<Subject> with_sequential() {
  std::vector<Subject> all = subjects_for_images();
  all.push_back({"sequential", [] { return reference_backend(); }, "sequential"});
  return all;
}

/// The run above is enough for emulated subjects: finite differences take thousands of steps.
std::vector<Subject> of_two_workers_at_most() {
  std::vector<Subject> all = with_sequential();
  std::erase_if(all, [](const Subject& s) { return s.emulated || s.name.ends_with("_3") || s.name.ends_with("_5"); });
  return all;
}

INSTANTIATE_TEST_SUITE_P(On, NetworkGradients, ::testing::ValuesIn(of_two_workers_at_most()), name_of_subject);
INSTANTIATE_TEST_SUITE_P(On, Networks, ::testing::ValuesIn(with_sequential()), name_of_subject);

}  // namespace
}  // namespace mlplab
