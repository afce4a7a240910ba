// The claim of the Draw page: digits drawn as people draw them are read by a network that MNIST trained with the
// defaults. The drawings were made before any network saw them (tests/data/make_drawn_digits.py).
#include "tests/support/drawn_digits.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "core/compute/backend_table.h"
#include "core/data/digit_fit.h"
#include "core/data/load.h"
#include "core/launch/train.h"
#include "core/model/inference.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(DrawnDigits, AreVaried) {
  const auto digits = test::drawn_digits(MLPLAB_TEST_DATA);
  ASSERT_GE(digits.size(), 40U);
  std::set<int> labels;
  std::set<std::string> styles, manners;
  for (const auto& digit : digits) {
    labels.insert(digit.label);
    styles.insert(std::to_string(digit.label) + digit.style);
    manners.insert(digit.manner);
    for (const Stroke& stroke : digit.strokes)
      for (const PenPoint& point : stroke.points)
        EXPECT_TRUE(point.x >= 0 && point.x <= sheet_side && point.y >= 0 && point.y <= sheet_side);
  }
  EXPECT_EQ(labels.size(), 10U);
  EXPECT_GE(styles.size(), 25U);
  EXPECT_EQ(manners, (std::set<std::string>{"medium", "shaky", "slanted", "small", "thick", "thin"}));
}

TEST(DrawnDigits, NineOfTenAreReadAfterTenEpochs) {
  RunSpec spec;  // the defaults: 784-256-10, ReLU, SGD, 0.1, 64, seed 1
  spec.backend = default_backend().name;
  // The first backend of the table is the slow reference: a third of the images keeps the test within a minute.
  if (spec.backend == reference_entry().name) spec.data.train_limit = 20000;
  spec.eval_every = spec.epochs;
  const Dataset dataset = load_dataset(spec.data, find_resources(), spec.seed);
  test::Remember events;
  RunControl control;
  const RunEnded ended = train(spec, dataset, events, control);
  ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
  ASSERT_FALSE(events.states.empty());
  const TrainingState& state = *events.states.back();

  const auto digits = test::drawn_digits(MLPLAB_TEST_DATA);
  ASSERT_GE(digits.size(), 40U);
  std::size_t right = 0;
  for (const auto& digit : digits) {
    const GrayImage seen = fit_ink(rasterize(digit.strokes));
    std::vector<float> x(seen.pixels.begin(), seen.pixels.end());
    for (float& value : x) value *= feature_scale;
    const Prediction prediction = predict(state, x);
    if (prediction.label == digit.label)
      ++right;
    else
      std::printf("  a %d (%s, %s) was read as %d\n", digit.label, digit.style.c_str(), digit.manner.c_str(),
                  prediction.label);
  }
  std::printf("  %zu of %zu drawn digits read right\n", right, digits.size());
  EXPECT_GE(10 * right, 9 * digits.size());
}

}  // namespace
}  // namespace mlplab
