// Schedules and optimisers against values worked out by hand from the formulas in core/model/optimizer.h, on every
// backend.
#include "core/model/optimizer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/compute/backend_table.h"

namespace mlplab {
namespace {

TEST(Schedule, Constant) {
  const OptimizerSpec spec{.learning_rate = 0.3};
  EXPECT_EQ(learning_rate_at(spec, 0, 100), 0.3);
  EXPECT_EQ(learning_rate_at(spec, 99, 100), 0.3);
}

TEST(Schedule, StepFallsTenfoldAtEachThird) {
  const OptimizerSpec spec{.learning_rate = 0.2, .schedule = ScheduleKind::step};
  EXPECT_DOUBLE_EQ(learning_rate_at(spec, 29, 90), 0.2);
  EXPECT_DOUBLE_EQ(learning_rate_at(spec, 30, 90), 0.02);
  EXPECT_DOUBLE_EQ(learning_rate_at(spec, 60, 90), 0.002);
  EXPECT_DOUBLE_EQ(learning_rate_at(spec, 89, 90), 0.002);
}

TEST(Schedule, CosineGoesFromTheWholeRateTowardsZero) {
  const OptimizerSpec spec{.learning_rate = 0.1, .schedule = ScheduleKind::cosine};
  EXPECT_DOUBLE_EQ(learning_rate_at(spec, 0, 100), 0.1);
  EXPECT_NEAR(learning_rate_at(spec, 25, 100), 0.1 * (1.0 + std::sqrt(0.5)) / 2.0, 1e-15);
  EXPECT_NEAR(learning_rate_at(spec, 50, 100), 0.05, 1e-15);
  EXPECT_LT(learning_rate_at(spec, 99, 100), 0.0001);
}

TEST(Schedule, OneCycleRisesAndFalls) {
  const OptimizerSpec spec{.learning_rate = 0.5, .schedule = ScheduleKind::one_cycle};
  EXPECT_NEAR(learning_rate_at(spec, 0, 1000), 0.5 / 25.0, 1e-15);
  EXPECT_NEAR(learning_rate_at(spec, 150, 1000), (0.5 + 0.02) / 2.0, 1e-12);
  EXPECT_NEAR(learning_rate_at(spec, 300, 1000), 0.5, 1e-12);
  EXPECT_NEAR(learning_rate_at(spec, 650, 1000), 0.25, 1e-5);
  EXPECT_LT(learning_rate_at(spec, 999, 1000), 1e-4);
}

class EveryBackend : public testing::TestWithParam<std::string> {
 protected:
  /// Two updates of one weight 1.0 with gradients 0.5 and -0.25; the weight after each.
  std::vector<double> two_updates(const OptimizerSpec& spec) {
    const BackendEntry& entry = find_backend(GetParam());
    const auto backend = make_backend(entry, {});
    const auto value = [&](float initial) {
      Buffer buffer = backend->allocate(sizeof(float));
      backend->upload(&initial, sizeof initial, buffer.data());
      return buffer;
    };
    Buffer w = value(1.0F), m = value(0.0F), v = value(0.0F);
    std::vector<double> result;
    std::int64_t step = 0;
    for (const float gradient : {0.5F, -0.25F}) {
      Buffer g = value(gradient);
      backend->update({.optimizer = spec,
                       .learning_rate = 0.1F,
                       .step = ++step,
                       .count = 1,
                       .gradient = g.as<float>(),
                       .slot0 = m.as<float>(),
                       .slot1 = v.as<float>(),
                       .parameters = w.as<float>()});
      backend->wait();
      float now = 0.0F;
      backend->download(w.data(), sizeof now, &now);
      result.push_back(now);
    }
    return result;
  }
  void SetUp() override {
    if (const std::string reason = find_backend(GetParam()).why_not(); !reason.empty())
      GTEST_SKIP() << "skipped: " << reason;
  }
};

void expect_values(const std::vector<double>& values, double first, double second) {
  EXPECT_NEAR(values[0], first, 2e-7);
  EXPECT_NEAR(values[1], second, 2e-7);
}

TEST_P(EveryBackend, Sgd) { expect_values(two_updates({.kind = OptimizerKind::sgd}), 0.95, 0.975); }

TEST_P(EveryBackend, SgdWithWeightDecay) {
  // 1 - 0.1·(0.5 + 0.2·1) = 0.93;  0.93 - 0.1·(-0.25 + 0.2·0.93) = 0.9364
  expect_values(two_updates({.kind = OptimizerKind::sgd, .weight_decay = 0.2}), 0.93, 0.9364);
}

TEST_P(EveryBackend, Momentum) {
  // v = 0.5, w = 0.95;  v = 0.9·0.5 - 0.25 = 0.2, w = 0.93
  expect_values(two_updates({.kind = OptimizerKind::momentum, .momentum = 0.9}), 0.95, 0.93);
}

TEST_P(EveryBackend, Adam) {
  // Step 1: m̂ = 0.5, v̂ = 0.25, w = 1 - 0.1 = 0.9.
  // Step 2: m = 0.9·0.05 - 0.1·0.25 = 0.02, m̂ = 0.02/0.19;  v = 0.999·0.00025 + 0.001·0.0625 = 0.00031225, v̂ =
  // v/0.001999.
  const double second = 0.9 - 0.1 * (0.02 / 0.19) / std::sqrt(0.00031225 / 0.001999);
  expect_values(two_updates({.kind = OptimizerKind::adam}), 0.9, second);
}

std::vector<std::string> all_backends() {
  std::vector<std::string> names;
  for (const BackendEntry& entry : backend_table())
    if (entry.make) names.push_back(entry.name);  // those that run in other processes have no operations here
  return names;
}

INSTANTIATE_TEST_SUITE_P(Optimizers, EveryBackend, testing::ValuesIn(all_backends()), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace mlplab
