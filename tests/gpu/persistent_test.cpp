// step=persistent of `cuda` against `sequential` and `cuda-tiled`: on the host, where blocks go on in drawn orders and
// what they send lands late; the same tests on a device that can run it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/compute/backend_table.h"
#include "core/compute/step_engine.h"
#include "core/model/network.h"
#include "core/run/run_spec.h"
#include "tests/support/compare.h"
#ifdef MLPLAB_HOST_CUDA
#include "gpu/persistent.h"
#include "host_cuda.h"
#endif

namespace mlplab {
namespace {

struct PersistentCase {
  std::vector<int> widths = {64, 40, 10};
  int batch = 16;
  int examples = 16 * 4 + 5;
  Activation hidden = Activation::relu;
  Loss loss = Loss::softmax_cross_entropy;
  Activation output = Activation::identity;
  double decay = 0.0;
  int epochs = 2;
  std::vector<int> launches = {2, 1, 1000};  // steps of each call of train()
  float rate = 0.1F;
};

Examples images(int inputs, int classes, int count) {
  Random random(29, RandomStream::split, static_cast<std::uint32_t>(inputs));
  Examples examples;
  for (int i = 0; i < count; ++i) {
    const unsigned label = random.below(static_cast<unsigned>(classes));
    for (int j = 0; j < inputs; ++j) {
      const bool of_label = static_cast<unsigned>(j) % static_cast<unsigned>(classes) == label;
      const bool lit = random.below(100) < (of_label ? 60U : 15U);
      examples.features.push_back(static_cast<std::uint8_t>(lit ? 1 + random.below(255) : 0));
    }
    examples.labels.push_back(static_cast<std::int32_t>(label));
  }
  return examples;
}

struct PersistentOutcome {
  std::vector<float> losses;  // of the epochs, then of an evaluation
  std::vector<std::int64_t> correct;
  TrainingState state;
};

PersistentOutcome train_case(const std::string& backend_name, const PersistentCase& c, bool persistent = false,
                             const TrainingState* start = nullptr) {
  StepPlan plan;
  plan.model = make_mlp(c.widths, c.hidden, c.loss);
  dense_layer(plan.model, 1).activation = c.output;
  plan.optimizer.weight_decay = c.decay;
  plan.batch = c.batch;
  const Examples train = images(c.widths.front(), c.widths.back(), c.examples);
  plan.train = &train;
  BackendOptions options;
  if (persistent) options.values["step"] = "persistent";
  const auto backend = make_backend(find_backend(backend_name), options);
  const auto engine = make_step_engine(*backend, plan);
  engine->set_state(start != nullptr ? *start : initial_state(plan.model, plan.optimizer, 7));
  PersistentOutcome outcome;
  const auto note = [&](const StepTotals& totals) {
    EXPECT_EQ(totals.examples, c.examples);
    outcome.losses.push_back(static_cast<float>(totals.loss_sum / static_cast<double>(totals.examples)));
    outcome.correct.push_back(totals.correct);
  };
  const int steps = (c.examples + c.batch - 1) / c.batch;
  for (int epoch = 0; epoch < c.epochs; ++epoch) {
    std::vector<std::uint32_t> order(train.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::rotate(order, order.begin() + epoch % c.examples);
    std::ranges::reverse(order.begin() + static_cast<std::ptrdiff_t>(order.size() / 3), order.end());
    engine->begin_epoch(order);
    std::size_t call = 0;
    for (int step = 0; step < steps;) {
      const int count = std::min(c.launches[std::min(call++, c.launches.size() - 1)], steps - step);
      std::vector<float> rates(static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i)
        rates[static_cast<std::size_t>(i)] = c.rate / static_cast<float>(1 + (step + i) % 3);
      engine->train(step, rates);
      step += count;
    }
    note(engine->epoch_totals());
  }
  note(engine->evaluate(train, 0, train.size()));
  engine->get_state(outcome.state);
  EXPECT_EQ(outcome.state.steps_done, steps * c.epochs);
  return outcome;
}

#ifndef MLPLAB_HOST_CUDA
/// Why no device here can run it, '' where one can; the host always can.
std::string no_device() {
  const BackendEntry& entry = find_backend("cuda");
  if (const std::string why = entry.why_not(); !why.empty()) return why;
  try {
    PersistentCase smallest;
    smallest.epochs = 0;
    train_case("cuda", smallest, true);
  } catch (const BackendError& error) {
    return error.what();
  }
  return "";
}
#endif

class PersistentStep : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef MLPLAB_HOST_CUDA
    host_cuda::start_again();
#else
    if (const std::string why = no_device(); !why.empty()) GTEST_SKIP() << "skipped: " << why;
#endif
  }
};

/// Root of the mean square of what they differ by.
double distance(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

void expect_like_sequential(const PersistentCase& c) {
  const PersistentOutcome expected = train_case("sequential", c), tiled = train_case("cuda-tiled", c),
                          outcome = train_case("cuda", c, true);
  EXPECT_TRUE(close(expected.losses, outcome.losses, 2e-5));
  EXPECT_TRUE(close(expected.state.parameters, outcome.state.parameters, 2e-4));
  for (std::size_t i = 0; i < expected.correct.size(); ++i)
    EXPECT_NEAR(static_cast<double>(expected.correct[i]), static_cast<double>(outcome.correct[i]), 1.0);
  // 22 bits instead of 24, in some of the products.
  const double of_tiled = distance(expected.state.parameters, tiled.state.parameters);
  const double of_it = distance(expected.state.parameters, outcome.state.parameters);
  EXPECT_LT(of_it, 3.0 * of_tiled + 1e-10);
  ::testing::Test::RecordProperty("error_of_tiled", std::to_string(of_tiled * 1e9));
  ::testing::Test::RecordProperty("error", std::to_string(of_it * 1e9));
}

TEST_F(PersistentStep, TrainsLikeSequential) {
  const auto tanh = Activation::tanh, sigmoid = Activation::sigmoid, identity = Activation::identity;
  const auto relu = Activation::relu;
  const auto entropy = Loss::softmax_cross_entropy, square = Loss::mean_squared_error;
  const PersistentCase cases[] = {
      {},
      {.widths = {48, 21, 7}, .batch = 13, .examples = 13 * 3 + 1, .hidden = tanh, .decay = 0.01},
      {.widths = {16, 3, 2}, .batch = 1, .examples = 5, .hidden = sigmoid},
      {.widths = {272, 200, 16}, .batch = 33, .examples = 70, .hidden = sigmoid, .loss = square, .output = sigmoid},
      {.widths = {80, 256, 5}, .batch = 150, .examples = 333, .hidden = tanh, .output = tanh, .decay = 0.001},
      {.widths = {320, 17, 4}, .batch = 64, .examples = 130, .hidden = identity, .loss = square},
      {.widths = {784, 256, 10}, .batch = 20, .examples = 50, .hidden = relu, .loss = entropy},
  };
  for (const PersistentCase& c : cases) {
    SCOPED_TRACE(::testing::Message() << c.widths[0] << "-" << c.widths[1] << "-" << c.widths[2] << " batch "
                                      << c.batch);
    expect_like_sequential(c);
  }
}

TEST_F(PersistentStep, StaysWithSequentialOverEpochs) {
  expect_like_sequential({.widths = {64, 32, 10}, .batch = 32, .examples = 110, .epochs = 10});
}

/// Expects the layer's weights after one step from `start` to agree as closely as single precision allows.
void expect_step_like_sequential(const PersistentCase& c, const TrainingState& start, std::size_t layer) {
  const LayerSlice slice = layout_of(start.model).layers[layer];
  const auto weights_after = [&](const PersistentOutcome& outcome) {
    const auto first = outcome.state.parameters.begin() + static_cast<std::ptrdiff_t>(slice.weight);
    return std::vector<float>(first, first + slice.in * slice.out);
  };
  const std::vector<float> expected = weights_after(train_case("sequential", c, false, &start));
  EXPECT_GT(*std::ranges::max_element(expected), 0.0F);
  EXPECT_TRUE(close(expected, weights_after(train_case("cuda", c, true, &start)), 5e-6));
}

/// Halves have 11 bits, and fewer below 6e-5: what the scales and second halves are for.
TEST_F(PersistentStep, KeepsItsPrecisionWhereNumbersAreSmallOrLarge) {
  PersistentCase c{.widths = {32, 24, 5}, .batch = 35, .examples = 35, .hidden = Activation::identity, .epochs = 1};
  const ModelSpec model = make_mlp(c.widths, c.hidden);
  const ParameterLayout layout = layout_of(model);
  const auto scaled = [&](float first, float second) {
    TrainingState start = initial_state(model, OptimizerSpec{}, 3);
    for (int i = 0; i < 24 * 32; ++i) start.parameters[layout.layers[0].weight + static_cast<std::size_t>(i)] *= first;
    for (int i = 0; i < 5 * 24; ++i) start.parameters[layout.layers[1].weight + static_cast<std::size_t>(i)] *= second;
    return start;
  };
  // From no weights, the second layer's are a multiple of the hidden layer's outputs, the first layer's of its deltas.
  for (const float first : {3e-3F, 1.0F, 500.0F}) expect_step_like_sequential(c, scaled(first, 0.0F), 1);
  for (const float second : {1e-20F, 1e-6F, 1.0F, 1e3F}) expect_step_like_sequential(c, scaled(0.0F, second), 0);
}

TEST_F(PersistentStep, GivesTheSameBitsWhateverALaunchHolds) {
  PersistentCase c{.widths = {32, 20, 3}, .batch = 9, .examples = 60, .epochs = 1};
  const PersistentOutcome expected = train_case("cuda", c, true);
  for (const std::vector<int>& launches : {std::vector<int>{1}, {3, 4}, {1000}}) {
    c.launches = launches;
#ifdef MLPLAB_HOST_CUDA
    host_cuda::settings().schedule = 77U * static_cast<std::uint32_t>(launches.front());
#endif
    const PersistentOutcome outcome = train_case("cuda", c, true);
    EXPECT_EQ(outcome.losses, expected.losses);
    EXPECT_EQ(outcome.correct, expected.correct);
    EXPECT_EQ(outcome.state.parameters, expected.state.parameters);
  }
}

TEST_F(PersistentStep, NanReachesTheLoss) {
  const PersistentCase c{.widths = {32, 20, 3}, .batch = 9, .examples = 20, .epochs = 1};
  const ModelSpec model = make_mlp(c.widths, c.hidden);
  TrainingState start = initial_state(model, OptimizerSpec{}, 3);
  start.parameters[layout_of(model).layers[0].weight + 5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(train_case("cuda", c, true, &start).losses.front()));
}

std::string failure_of(const PersistentCase& c, const TrainingState* start = nullptr) {
  try {
    train_case("cuda", c, true, start);
  } catch (const BackendError& error) {
    return error.what();
  }
  return "";
}

TEST_F(PersistentStep, SaysWhenAWeightIsTooLarge) {
  PersistentCase c{.widths = {32, 20, 3}, .batch = 9, .examples = 20, .epochs = 1};
  const ModelSpec model = make_mlp(c.widths, c.hidden);
  TrainingState start = initial_state(model, OptimizerSpec{}, 3);
  const std::size_t at = layout_of(model).layers[0].weight + 19 * 32 + 31;
  start.parameters[at] = 254.9F;
  EXPECT_EQ(failure_of(c, &start), "");
  start.parameters[at] = -255.1F;
  EXPECT_NE(failure_of(c, &start).find("a weight of the first layer has grown past 255"), std::string::npos);
  c.rate = 1e6F;  // in the steps
  EXPECT_NE(failure_of(c).find("use step=graph, or a smaller learning rate"), std::string::npos);
}

TEST_F(PersistentStep, GoodWeightsEndWhatOneTooLargeBegan) {
  StepPlan plan;
  plan.model = make_mlp({32, 20, 3}, Activation::relu);
  plan.batch = 9;
  const Examples train = images(32, 3, 18);
  plan.train = &train;
  BackendOptions options;
  options.values["step"] = "persistent";
  const auto backend = make_backend(find_backend("cuda"), options);
  const auto engine = make_step_engine(*backend, plan);
  std::vector<std::uint32_t> order(train.size());
  std::iota(order.begin(), order.end(), 0U);
  TrainingState state = initial_state(plan.model, plan.optimizer, 7), large = state;
  large.parameters[layout_of(plan.model).layers[0].weight] = 300.0F;
  const std::vector<float> rates(2, 0.1F);
  engine->set_state(large);
  engine->begin_epoch(order);
  engine->train(0, rates);
  EXPECT_THROW((void)engine->get_state(large), BackendError);
  engine->set_state(state);
  engine->begin_epoch(order);
  engine->train(0, rates);
  EXPECT_NO_THROW((void)engine->get_state(state));
}

class OneOfMany : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 2; }
  std::string transport() const override { return "none"; }
  void begin_sum(std::span<float>) override {}
  void finish_sums() override {}
  void sum(std::span<double>) override {}
  void broadcast(void*, std::size_t) override {}
};

TEST_F(PersistentStep, IsOfOneProcess) {
  OneOfMany communicator;
  const Examples train = images(32, 3, 24);
  StepPlan plan;
  plan.model = make_mlp({32, 20, 3}, Activation::relu);
  plan.batch = 4, plan.train = &train, plan.communicator = &communicator;
  BackendOptions options;
  options.values["step"] = "persistent";
  const auto backend = make_backend(find_backend("cuda"), options);
  try {
    make_step_engine(*backend, plan);
    FAIL() << "an engine was made";
  } catch (const BackendError& error) {
    EXPECT_NE(std::string(error.what()).find("step=persistent is of one process"), std::string::npos) << error.what();
  }
}

TEST_F(PersistentStep, IsProfiledStepByStep) {
  StepPlan plan;
  plan.model = make_mlp({32, 20, 3}, Activation::relu);
  plan.batch = 4;
  const Examples train = images(32, 3, 24);
  plan.train = &train;
  Profiler profiler;
  plan.profiler = &profiler;
  BackendOptions options;
  options.values["step"] = "persistent";
  const auto backend = make_backend(find_backend("cuda"), options);
  EXPECT_NE(backend->device().find("persistent steps"), std::string::npos);
  const auto engine = make_step_engine(*backend, plan);
  engine->set_state(initial_state(plan.model, plan.optimizer, 7));
  std::vector<std::uint32_t> order(24);
  std::iota(order.begin(), order.end(), 0U);
  engine->begin_epoch(order);
  profiler.start(4);
  engine->train(0, std::vector<float>(4, 0.1F));
  engine->epoch_totals();
  profiler.stop();
  const StepProfile profile = profiler.result(4);
  EXPECT_GT(profile.kernel_s, 0.0);
  for (int step = 0; step < 4; ++step)
    EXPECT_EQ(std::ranges::count_if(
                  profile.spans,
                  [&](const ProfileSpan& span) { return span.step == step && span.operation == "whole steps"; }),
              1)
        << step;
}

/// Before a run, without a device.
TEST(PersistentRuns, SayWhatTheyNeed) {
  const BackendEntry& cuda = find_backend("cuda");
  if (!cuda.why_not_train) GTEST_SKIP() << "skipped: built without CUDA";
  RunSpec spec;
  spec.backend = "cuda";
  spec.model = make_mlp({784, 256, 10}, Activation::relu);
  spec.options.values["step"] = "persistent";
  const auto why_not = [&](const RunSpec& s) { return cuda.why_not_train(s.model, s.optimizer, s.options); };
  EXPECT_EQ(why_not(spec), "");
  const auto why = [&](const auto& change) {
    RunSpec other = spec;
    change(other);
    EXPECT_NE(why_not(other).find("use step=graph"), std::string::npos) << why_not(other);
    const std::string text = why_not(other);
    other.options.values["step"] = "graph";
    EXPECT_EQ(why_not(other), "");
    return text;
  };
  const auto network = [](std::vector<int> widths) {
    return [widths](RunSpec& s) { s.model = make_mlp(widths, Activation::relu); };
  };
  EXPECT_EQ(why(network({784, 300, 10})),
            "step=persistent needs at most 256 hidden units, and the network has 300; use step=graph");
  EXPECT_NE(why(network({800, 256, 10})).find("784 inputs"), std::string::npos);
  EXPECT_NE(why(network({30, 256, 10})).find("a multiple of 16"), std::string::npos);
  EXPECT_NE(why(network({784, 256, 17})).find("16 classes"), std::string::npos);
  EXPECT_NE(why(network({784, 10})).find("two dense layers"), std::string::npos);
  EXPECT_NE(why(network({784, 30, 20, 10})).find("two dense layers"), std::string::npos);
  EXPECT_NE(why([](RunSpec& s) { s.optimizer.kind = OptimizerKind::adam; }).find("this is adam"), std::string::npos);
  EXPECT_NE(why([](RunSpec& s) { s.options.values["placement"] = "pinned"; }).find("placement=resident"),
            std::string::npos);
}

#ifdef MLPLAB_HOST_CUDA
TEST_F(PersistentStep, IsLaunchedOnceForManySteps) {
  PersistentCase c{.widths = {16, 3, 2}, .batch = 1, .examples = 40, .epochs = 2};
  c.launches = {1000};
  train_case("cuda", c, true);
  EXPECT_EQ(host_cuda::counts().clusters, 2);
  EXPECT_EQ(host_cuda::counts().graphs, 0);
}

TEST_F(PersistentStep, SaysWhatTheDeviceLacks) {
  const PersistentCase c;
  host_cuda::settings().clusters = 0;
  EXPECT_NE(failure_of(c).find("has no room for a cluster of 16 blocks"), std::string::npos);
  host_cuda::start_again();
  host_cuda::settings().code_capability = 80;
  EXPECT_NE(failure_of(c).find("was compiled for compute capability 8.0"), std::string::npos);
  host_cuda::start_again();
  EXPECT_EQ(gpu::persistent_why_not({.name = "a GPU", .major = 9}), "");
  EXPECT_EQ(gpu::persistent_why_not({.name = "a GPU", .major = 8, .minor = 6}),
            "step=persistent needs a GPU of compute capability 9.0 or later, and a GPU has 8.6; use step=graph");
}
#endif

}  // namespace
}  // namespace mlplab
