#include "core/model/normalized_input.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/model/inference.h"
#include "core/model/network.h"
#include "core/model/training_state.h"

namespace mlplab {
namespace {

ModelSpec residual() {
  ModelSpec spec{.input = {2, 4, 4}};
  spec.layers = {{Conv2d{2, {{3, 3}, {1, 1}, {1, 1}}}}, {Add{}, {0, -1}, "sum"}, {Dense{3}}};
  return spec;
}

TEST(NormalizedInput, ComesBeforeAllThatTakesTheImage) {
  ModelSpec spec = residual();
  normalize_input(spec, {2, 4, 4}, {{0.1, 0.2}, {0.5, 2.0}});
  const Network before = network_of(residual()), after = network_of(spec);
  EXPECT_EQ(after.inputs, (std::vector<std::vector<int>>{{-1}, {0}, {1, 0}, {2}}));
  ASSERT_EQ(after.tensors.size(), before.tensors.size());
  for (std::size_t i = 0; i < after.tensors.size(); ++i) EXPECT_EQ(after.tensors[i].name, before.tensors[i].name);
  EXPECT_EQ(nlohmann::json(spec).get<ModelSpec>(), spec) << "a kept model knows it";
  EXPECT_THROW(normalize_input(spec, {2, 4, 4}, {}), UsageError) << "once is enough";
}

TEST(NormalizedInput, AnMlpTakesTheImageAndKeepsItsName) {
  ModelSpec spec = make_mlp({12, 5, 3}, Activation::relu);
  normalize_input(spec, {3, 2, 2}, {{0.5}, {0.25}});
  EXPECT_EQ(spec.name(), "12-5-3 normalized");
  EXPECT_EQ(spec.input, (Shape{3, 2, 2}));
  EXPECT_EQ(network_of(spec).tensors.front().name, "layers.0.weight");
  fit_to(spec, {3, 4, 4}, 7);
  EXPECT_EQ(spec.outputs(), 7);
}

TEST(NormalizedInput, IsTakenAwayAgainWithoutATrace) {
  const ModelSpec mlp = make_mlp({12, 5, 3}, Activation::tanh);
  for (const ModelSpec& plain : {residual(), mlp}) {
    ModelSpec spec = plain;
    remove_normalization(spec);
    EXPECT_EQ(spec, plain) << "there was none";
    EXPECT_FALSE(normalization_of(spec));
    const Shape image = is_mlp(plain) ? Shape{3, 2, 2} : plain.input;
    normalize_input(spec, image, {{0.5}, {0.25}});
    EXPECT_EQ(normalization_of(spec), (Normalize{{0.5}, {0.25}}));
    remove_normalization(spec);
    EXPECT_EQ(spec, plain);
  }
}

TEST(NormalizedInput, ReadsAndWritesItsNumbers) {
  for (const std::string text : {"mean=0.1307,std=0.3081", "mean=-0.5:0.4:0.0,std=0.2:1.0:0.3"})
    EXPECT_EQ(to_string(parse_normalization(text)), text);
  EXPECT_EQ(parse_normalization("mean=0.5,std=0.25:2"), (Normalize{{0.5}, {0.25, 2.0}}));
  for (const std::string text : {"", "auto", "mean=0.5", "std=0.5", "mean=,std=1", "mean=0.5,std=", "mean=0.5;std=1",
                                 "mean=0.5:,std=1", "mean=a,std=1"}) {
    try {
      (void)parse_normalization(text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.field(), "normalize");
      EXPECT_NE(std::string(error.what()).find("'" + text + "'"), std::string::npos);
    }
  }
}

TEST(NormalizedInput, PredictionsAsThePlainNetworkDoesToNormalisedNumbers) {
  ModelSpec spec = residual();
  normalize_input(spec, {2, 4, 4}, {{0.1, 0.2}, {0.5, 2.0}});
  TrainingState plain = initial_state(residual(), {}, 3), normalized = initial_state(spec, {}, 3);
  normalized.parameters = plain.parameters;
  std::vector<float> x(32), scaled(32);
  for (std::size_t i = 0; i < 32; ++i) {
    x[i] = static_cast<float>(i % 7) / 7.0F;
    scaled[i] = i < 16 ? (x[i] - 0.1F) / 0.5F : (x[i] - 0.2F) / 2.0F;
  }
  const Prediction expected = predict(plain, scaled), prediction = predict(normalized, x);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(prediction.probabilities[c], expected.probabilities[c], 1e-6);
  EXPECT_GT(std::abs(predict(plain, x).probabilities[0] - expected.probabilities[0]), 1e-4) << "it matters";
}

TEST(NormalizedInput, RefusesNumbersThatFitNoImage) {
  const auto refused = [](const Normalize& normalize) {
    ModelSpec spec = residual();
    EXPECT_THROW(normalize_input(spec, {2, 4, 4}, normalize), UsageError);
    EXPECT_EQ(spec, residual()) << "nothing is changed";
  };
  refused({{0.1, 0.2, 0.3}, {1.0}});
  refused({{0.1}, {}});
  refused({{0.1}, {0.0}});
  refused({{0.1}, {-1.0}});
  refused({{1.0 / 0.0}, {1.0}});
}

}  // namespace
}  // namespace mlplab
