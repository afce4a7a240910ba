#include "core/run/run_spec.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(RunSpec, GoesThroughJson) {
  RunSpec spec = test::small_spec("openmp");
  spec.options = {.workers = 2, .values = {{"a", "b"}}};
  spec.target_accuracy = 0.5;
  spec.seed = 0xffffffffffffffffULL;
  EXPECT_FALSE(nlohmann::json(spec).at("data").contains("augmentation")) << "named where it is there";
  spec.data = {.source = "folder",
               .train_limit = 5,
               .test_limit = 6,
               .validation_fraction = 0.25,
               .image_size = {19, 14},
               .channels = 3,
               .augmentation = {.shift = 2, .flip = 0.5}};
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
  refused([](RunSpec& s) { s.data.image_size = {0, 5}; });
  refused([](RunSpec& s) { s.data.image_size = {5, 1 << 20}; });
  refused([](RunSpec& s) { s.data.channels = 2; });
  refused([](RunSpec& s) { s.data.augmentation.flip = 2.0; });
  refused([](RunSpec& s) { s.optimizer.learning_rate = 0.0; });
}

template <class Check>
std::string field_of_fault(Check check) {
  try {
    check();
  } catch (const UsageError& error) {
    return error.field();
  }
  return "nothing was thrown";
}

TEST(RunSpec, AFaultNamesItsField) {
  const auto field = [](auto change) {
    RunSpec spec = test::small_spec();
    change(spec);
    return field_of_fault([&] { validate(spec); });
  };
  EXPECT_EQ(field([](RunSpec& s) { s.batch = 0; }), "batch");
  EXPECT_EQ(field([](RunSpec& s) { s.epochs = 0; }), "epochs");
  EXPECT_EQ(field([](RunSpec& s) { s.eval_every = 0; }), "eval_every");
  EXPECT_EQ(field([](RunSpec& s) { s.profile_steps = -1; }), "profile_steps");
  EXPECT_EQ(field([](RunSpec& s) { s.target_accuracy = 97.0; }), "target_accuracy");
  EXPECT_EQ(field([](RunSpec& s) { s.data.validation_fraction = 1.0; }), "data.validation_fraction");
  EXPECT_EQ(field([](RunSpec& s) { s.optimizer.learning_rate = 0.0; }), "optimizer.learning_rate");
  EXPECT_EQ(field([](RunSpec& s) { s.optimizer.weight_decay = -1.0; }), "optimizer.weight_decay");
  EXPECT_EQ(field([](RunSpec& s) { s.optimizer.momentum = 1.0; }), "optimizer.momentum");
  EXPECT_EQ(field([](RunSpec& s) { s.optimizer.beta1 = 1.0; }), "optimizer.beta1");
  EXPECT_EQ(field([](RunSpec& s) { s.optimizer.beta2 = 1.0; }), "optimizer.beta2");
  EXPECT_EQ(field([](RunSpec& s) { s.optimizer.epsilon = 0.0; }), "optimizer.epsilon");
  EXPECT_EQ(field_of_fault([] { parse_widths("784-x"); }), "model.layers");
  EXPECT_EQ(field_of_fault([] { make_mlp({784}, Activation::relu); }), "model.layers");
  EXPECT_EQ(field_of_fault([] { make_mlp({784, 1 << 30, 10}, Activation::relu); }), "model.layers");
}

TEST(RunSpec, AFaultOfTheBackendNamesItsField) {
  const auto field = [](const std::string& backend, const BackendOptions& options) {
    return field_of_fault([&] { check_backend(find_backend(backend), options); });
  };
  EXPECT_EQ(field("abacus", {}), "backend");
  EXPECT_EQ(field("sequential", {.workers = 2, .values = {}}), "workers");
  EXPECT_EQ(field("sequential", {.workers = -1, .values = {}}), "workers");
  EXPECT_EQ(field("sequential", {.workers = 0, .values = {{"colour", "red"}}}), "options.colour");
  EXPECT_EQ(field("simd", {.workers = 0, .values = {{"first-layer", "red"}}}), "options.first-layer");
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
