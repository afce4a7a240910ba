// The mark '✓ equal' with errors planted that it must not survive, on every backend that can run here: each trains a
// small network as it should and with one thing wrong, and is held against `sequential`.
#include "core/experiments/equivalence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/launch/execute.h"
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
    {"weight decay ignored", [](RunSpec& s, Dataset&) { s.optimizer.weight_decay = 0.0; }},
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

RunLog train(const RunSpec& spec, const Dataset& dataset) {
  RunControl control;
  test::Remember sink;
  const RunOutcome outcome = execute_run({.spec = spec, .dataset = borrowed(dataset)}, sink, control);
  EXPECT_EQ(outcome.ended.status, RunStatus::done) << outcome.ended.reason;
  return outcome.log;
}

TEST_P(PlantedErrors, AreSeen) {
  const BackendEntry& entry = find_backend(GetParam());
  if (const std::string reason = entry.why_not(); !reason.empty()) GTEST_SKIP() << "skipped: " << reason;
  const Dataset data = test::small_dataset(2000);
  for (const OptimizerKind optimizer : {OptimizerKind::sgd, OptimizerKind::adam}) {
    RunSpec spec = test::small_spec();
    spec.optimizer.kind = optimizer;
    if (optimizer == OptimizerKind::adam) spec.optimizer.learning_rate = 0.01;
    spec.optimizer.weight_decay = 1e-3;
    const RunLog expected = train(spec, data);
    spec.backend = GetParam();
    EXPECT_EQ(compare_losses(expected, train(spec, data)), Equivalence::equal) << "nothing is wrong";
    for (const Planted& error : errors) {
      RunSpec wrong = spec;
      Dataset other = data;
      error.plant(wrong, other);
      EXPECT_EQ(compare_losses(expected, train(wrong, other)), Equivalence::differs)
          << error.what << " with " << to_string(optimizer);
    }
  }
}

std::vector<std::string> backends_here() {
  std::vector<std::string> names;
  for (const BackendEntry& entry : backend_table())
    if (entry.kind == BackendKind::cpu || entry.kind == BackendKind::gpu) names.push_back(entry.name);
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
