// Every layer's gradient by central finite differences, on every backend, through its own engine and the plain one.
// The gradient is read off a step of plain SGD with learning rate 1: g = w_before - w_after.
#include <gtest/gtest.h>

#include <cmath>

#include "core/compute/backend_table.h"
#include "core/compute/plain_engine.h"
#include "core/model/network.h"
#include "tests/support/enumerators.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

struct Case {
  std::string backend;
  bool own_engine;
  Activation activation;
  Loss loss;
};

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  const Case& c = info.param;
  std::string name =
      c.backend + (c.own_engine ? "_own_" : "_plain_") + to_string(c.activation) + "_" + to_string(c.loss);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const BackendEntry& entry : backend_table()) {
    if (!entry.make) continue;  // those that run in other processes have no operations here
    for (const bool own : {false, true})
      for (const Activation activation : test::enumerators<Activation>())
        for (const Loss loss : test::enumerators<Loss>()) cases.push_back({entry.name, own, activation, loss});
  }
  return cases;
}

class Gradient : public testing::TestWithParam<Case> {};

TEST_P(Gradient, AgreesWithFiniteDifferences) {
  const Case& c = GetParam();
  const BackendEntry& entry = find_backend(c.backend);
  if (const std::string reason = entry.why_not(); !reason.empty()) GTEST_SKIP() << "skipped: " << reason;
  constexpr int batch = 7;
  const Dataset data = test::small_dataset(batch, 1, 3, 4);
  ModelSpec model = make_mlp({9, 6, 5, 4}, c.activation, c.loss);
  if (c.loss == Loss::mean_squared_error) dense_layer(model, 2).activation = c.activation;
  const auto backend = make_backend(entry, {});
  const StepPlan plan{model, OptimizerSpec{}, batch, &data.train};
  const auto engine = c.own_engine ? make_step_engine(*backend, plan) : make_plain_engine(*backend, plan);

  TrainingState state = initial_state(model, {}, 11);
  const ParameterLayout layout = layout_of(model);
  for (const LayerSlice& slice : layout.layers)  // biases too must matter, and ReLU units be active
    for (int j = 0; j < slice.out; ++j)
      state.parameters[slice.bias + static_cast<std::size_t>(j)] = 0.2F + 0.03F * static_cast<float>(j);
  engine->set_state(state);
  engine->begin_epoch(sampling_order(batch, 1, 0));
  const float rate = 1.0F;
  engine->train(0, {&rate, 1});
  TrainingState after;
  engine->get_state(after);

  const auto loss_at = [&](std::size_t i, float value) {
    TrainingState moved = state;
    moved.parameters[i] = value;
    engine->set_state(moved);
    return engine->evaluate(data.train, 0, batch).loss_sum / batch;
  };
  double largest = 0.0;
  int count = 0, kinks = 0;
  for (const LayerSlice& slice : layout.layers)
    for (std::size_t i = slice.weight; i < slice.bias + static_cast<std::size_t>(slice.out); ++i) {
      if (i >= slice.weight + static_cast<std::size_t>(slice.in * slice.out) && i < slice.bias) continue;  // padding
      const float w = state.parameters[i], h = 4e-3F;
      const double analytic = double{w} - after.parameters[i];
      const auto numeric_at = [&](float d) {
        return (loss_at(i, w + d) - loss_at(i, w - d)) / (double{w + d} - double{w - d});
      };
      const double numeric = numeric_at(h);
      ++count;
      if (c.activation == Activation::relu && std::fabs(numeric - numeric_at(h / 4)) > 1e-3) {  // across ReLU's kink
        ++kinks;
        continue;
      }
      ASSERT_FALSE(std::isnan(analytic)) << "parameter " << i;
      ASSERT_NEAR(analytic, numeric, 1.5e-3 * std::max(1.0, std::fabs(numeric)))
          << "parameter " << i << "; reproduce: core_training_test --gtest_filter=*" << name_of_case({c, 0});
      largest = std::max(largest, std::fabs(numeric));
    }
  EXPECT_LE(kinks, count / 20);
  EXPECT_GT(largest, 0.02) << "all gradients near zero would prove nothing";
}

INSTANTIATE_TEST_SUITE_P(Every, Gradient, testing::ValuesIn(all_cases()), name_of_case);

}  // namespace
}  // namespace mlplab
