// The time of a step is of the run that is asked for, and nothing of it is left.
#include "core/study/step_time.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/compute/backend_table.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

constexpr ImageShape shape{8, 6, 1};

RunSpec small_run() {
  RunSpec spec;
  spec.backend = "sequential";
  spec.data.source = "/no/such/folder";  // it is not read
  spec.model = make_mlp({48, 16, 3}, Activation::relu);
  spec.batch = 5;
  return spec;
}

std::vector<Image> unequal_images() {
  return {{{8, 8, 1}, std::vector<std::uint8_t>(64, 10)},
          {{30, 4, 1}, std::vector<std::uint8_t>(120, 200)},
          {{5, 9, 3}, std::vector<std::uint8_t>(135, 90)}};
}

TEST(StepTime, IsKnownForImagesOfAnySize) {
  RunControl control;
  RunSpec spec = small_run();
  for (const ImageFit fit : {ImageFit::stretch, ImageFit::crop, ImageFit::pad}) {
    spec.data.fit = fit;
    const StepTime time = time_a_step(spec, unequal_images(), shape, control);
    EXPECT_EQ(time.why_unknown, "");
    EXPECT_GT(time.step_s, 0.0);
    EXPECT_TRUE(std::isfinite(time.step_s));
  }
  spec.model = make_mlp({144, 16, 3}, Activation::relu);  // in colour
  EXPECT_EQ(time_a_step(spec, unequal_images(), {8, 6, 3}, control).why_unknown, "");
}

TEST(StepTime, LimitsOfTheRunAreNotThoseOfTheSteps) {
  RunControl control;
  RunSpec spec = small_run();
  spec.data.train_limit = 2;
  spec.data.validation_fraction = 0.9;
  spec.target_accuracy = 0.01;  // would end it after an epoch
  spec.epochs = 1;
  EXPECT_EQ(time_a_step(spec, unequal_images(), shape, control).why_unknown, "");
}

TEST(StepTime, SaysWhyItIsNotKnown) {
  RunControl control;
  RunSpec spec = small_run();
  spec.model = make_mlp({47, 16, 3}, Activation::relu);
  const StepTime other = time_a_step(spec, unequal_images(), shape, control);
  EXPECT_EQ(other.step_s, 0.0);
  EXPECT_NE(other.why_unknown, "");
  control.stop();
  spec = small_run();
  const StepTime stopped = time_a_step(spec, unequal_images(), shape, control);
  EXPECT_EQ(stopped.step_s, 0.0);
  EXPECT_EQ(stopped.why_unknown, "stopped");
}

}  // namespace
}  // namespace mlplab
