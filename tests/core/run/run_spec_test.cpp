#include "core/run/run_spec.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(RunSpec, GoesThroughJson) {
  RunSpec spec = test::small_spec("openmp");
  spec.options = {.workers = 2, .values = {{"a", "b"}}};
  spec.target_accuracy = 0.5;
  spec.seed = 0xffffffffffffffffULL;
  spec.data = {.source = "folder", .train_limit = 5, .test_limit = 6, .validation_fraction = 0.25};
  spec.init_model = "m.safetensors";
  EXPECT_EQ(parse_json(dump_json(nlohmann::json(spec))).get<RunSpec>(), spec);
}

TEST(RunSpec, RefusesValuesOutOfRange) {
  const auto refused = [](auto change) {
    RunSpec spec = test::small_spec();
    change(spec);
    EXPECT_THROW(validate(spec), UsageError);
  };
  EXPECT_NO_THROW(validate(test::small_spec()));
  refused([](RunSpec& s) { s.batch = 0; });
  refused([](RunSpec& s) { s.batch = 1 << 30; });
  refused([](RunSpec& s) { s.epochs = 0; });
  refused([](RunSpec& s) { s.eval_every = 0; });
  refused([](RunSpec& s) { s.target_accuracy = 97.0; });
  refused([](RunSpec& s) { s.target_accuracy = 0.0; });
  refused([](RunSpec& s) { s.data.validation_fraction = 1.0; });
  refused([](RunSpec& s) { s.optimizer.learning_rate = 0.0; });
}

TEST(RunSpec, MustFitItsData) {
  const Dataset data = test::small_dataset();
  EXPECT_NO_THROW(validate_against(test::small_spec(), data));
  RunSpec inputs = test::small_spec(), outputs = test::small_spec(), batch = test::small_spec();
  inputs.model = make_mlp({35, 4}, Activation::relu);
  outputs.model = make_mlp({36, 3}, Activation::relu);
  batch.batch = 201;
  for (const RunSpec& spec : {inputs, outputs, batch}) EXPECT_THROW(validate_against(spec, data), UsageError);
}

}  // namespace
}  // namespace mlplab
