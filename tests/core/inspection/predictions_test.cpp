// Every image's prediction against `predict`, and the counts against what training itself counted.
#include "core/inspection/predictions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/inspection/confusion.h"
#include "core/launch/train.h"
#include "core/model/inference.h"
#include "core/model/network.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

const std::atomic<bool> go_on = false;

std::vector<float> input_of(const Dataset& data, std::size_t index) {
  const auto d = static_cast<std::size_t>(data.features());
  std::vector<float> x;
  for (std::size_t i = 0; i < d; ++i) x.push_back(float(data.test.features[index * d + i]) * feature_scale);
  return x;
}

TEST(Predictions, AccuracyIsThatOfTheRunToTheLastImageAndSumsAreTheNumberOfImages) {
  const Dataset data = test::small_dataset(200, 311);
  for (const char* backend : {"sequential", "simd", "openmp"}) {
    if (!find_backend(backend).why_not().empty()) continue;
    test::Remember sink;
    RunControl control;
    train(test::small_spec(backend), data, sink, control);
    ASSERT_EQ(sink.states.size(), 5U);
    for (std::size_t epoch = 1; epoch <= 4; ++epoch) {
      const auto predictions = predict_all(*sink.states[epoch], data.test, {}, go_on);
      ASSERT_TRUE(predictions);
      const Confusion confusion = confusion_of(predictions->truth, predictions->predicted, predictions->classes);
      EXPECT_EQ(confusion.total(), 311);
      const double counted = *sink.log.epochs[epoch - 1].accuracy_test * 311;
      EXPECT_EQ(confusion.right(), std::llround(counted)) << backend << ", epoch " << epoch;
      EXPECT_EQ(worst_first(*predictions).size(), static_cast<std::size_t>(confusion.total() - confusion.right()));
    }
  }
}

TEST(Predictions, ProbabilitiesAndHiddenValuesAreThoseOfPredict) {
  Dataset data = test::small_dataset(50, 70);
  for (const ModelSpec& model : {test::small_spec().model, test::every_kind()}) {
    data.image = {6, model.input.is_vector() ? 6 : 3, model.input.is_vector() ? 1 : 2};  // 36 numbers either way
    const TrainingState state = initial_state(model, {}, 5);
    const auto predictions = predict_all(state, data.test, {.workers = 1, .most_mapped = 33}, go_on);
    ASSERT_TRUE(predictions);
    ASSERT_EQ(predictions->size(), 70U);
    EXPECT_EQ(predictions->mapped(), 33U);
    const std::size_t hidden = *last_hidden_node(model);
    for (std::size_t i = 0; i < predictions->size(); ++i) {
      const Prediction expected = predict(state, input_of(data, i));
      EXPECT_EQ(predictions->predicted[i], expected.label) << i;
      EXPECT_EQ(predictions->truth[i], data.test.labels[i]);
      for (int c = 0; c < 4; ++c)
        EXPECT_NEAR(predictions->probability(i, c), expected.probabilities[std::size_t(c)], 1e-5F) << i;
      if (i >= 33) continue;
      const std::vector<float>& values = expected.activations[hidden];
      ASSERT_EQ(values.size(), static_cast<std::size_t>(predictions->hidden));
      for (std::size_t j = 0; j < values.size(); ++j)
        EXPECT_NEAR(predictions->hidden_values[i * values.size() + j], values[j], 1e-4F) << i;
    }
  }
}

/// A node's output between convolutions is in the backend's own layout; its reader gets the common one.
TEST(Predictions, MapsOfImagesAreReadInTheCommonLayout) {
  const Dataset data = test::small_dataset(20, 40);
  ModelSpec model{.input = {1, 6, 6}};
  model.layers = {{Conv2d{5, {{3, 3}, {1, 1}, {1, 1}}, true, Activation::tanh}}, {Dense{4}}};
  const TrainingState state = initial_state(model, {}, 2);
  const auto predictions = predict_all(state, data.test, {.most_mapped = 40}, go_on);
  ASSERT_TRUE(predictions);
  ASSERT_EQ(predictions->hidden, 5 * 36);
  for (const std::size_t i : {0U, 39U}) {
    const std::vector<float> expected = predict(state, input_of(data, i)).activations[0];
    for (std::size_t j = 0; j < expected.size(); ++j)
      EXPECT_NEAR(predictions->hidden_values[i * expected.size() + j], expected[j], 1e-5F) << j;
  }
}

TEST(Predictions, TheLeastProbabilityOfTheRightClassIsTheWorst) {
  const Predictions predictions{.classes = 2,
                                .truth = {0, 1, 0, 1, 0},
                                .predicted = {1, 1, 1, 0, 1},
                                .probabilities = {0.4F, 0.6F, 0.1F, 0.9F, 0.01F, 0.99F, 0.8F, 0.2F, 0.4F, 0.6F}};
  EXPECT_EQ(worst_first(predictions), (std::vector<std::uint32_t>{2, 3, 0, 4}));
}

/// A convolution's maps are many numbers; only as many images are mapped as fit.
TEST(Predictions, HiddenValuesOfALargeLayerAreOfFewerImages) {
  const Dataset data = test::small_dataset(20, 40);
  ModelSpec model{.input = {1, 6, 6}};
  model.layers = {{Conv2d{12000, {{1, 1}, {1, 1}, {0, 0}}, true, Activation::relu}}, {Dense{4}}};
  const auto predictions = predict_all(initial_state(model, {}, 2), data.test, {.most_mapped = 40}, go_on);
  ASSERT_TRUE(predictions);
  EXPECT_EQ(predictions->size(), 40U);
  EXPECT_EQ(predictions->mapped(), (1U << 24) / (12000U * 36U));
}

/// A largest output is not to be had of NaN: what stood there as a prediction would be the first class.
TEST(Predictions, ThatAreNoNumbersAreRefused) {
  const Dataset data = test::small_dataset(20, 40);
  TrainingState state = initial_state(test::small_spec().model, {}, 2);
  for (float& weight : state.parameters) weight *= 1e30F;
  try {
    predict_all(state, data.test, {}, go_on);
    FAIL() << "was answered";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("diverged"), std::string::npos) << error.what();
  }
}

TEST(Predictions, EndWhenTheyAreStoppedAndRefuseImagesOfOtherSizes) {
  const Dataset data = test::small_dataset(20, 40);
  const TrainingState state = initial_state(test::small_spec().model, {}, 2);
  EXPECT_FALSE(predict_all(state, data.test, {}, std::atomic<bool>(true)));
  std::size_t told = 0, of = 0;
  const PredictionRequest request{.progress = [&](std::size_t done, std::size_t total) { told = done, of = total; }};
  EXPECT_TRUE(predict_all(state, data.test, request, go_on));
  EXPECT_EQ(told, 40U);
  EXPECT_EQ(of, 40U);
  EXPECT_THROW(predict_all(initial_state(make_mlp({35, 4}, Activation::relu), {}, 1), data.test, {}, go_on),
               InputError);
  EXPECT_THROW(predict_all(initial_state(make_mlp({36, 3}, Activation::relu), {}, 1), data.test, {}, go_on),
               InputError);
  EXPECT_FALSE(last_hidden_node(make_mlp({36, 4}, Activation::relu)));
  EXPECT_EQ(predict_all(state, Examples(), {}, go_on)->size(), 0U);
}

}  // namespace
}  // namespace mlplab
