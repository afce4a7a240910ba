// Shared by the tests that hand models to other programs: weights, images and predictions.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/model/inference.h"
#include "core/model/network.h"

namespace mlplab::test {

constexpr int exchanged_images = 3;
constexpr float exchange_closeness = 1e-4F;  // of the largest output

inline std::string bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

inline std::vector<float> floats_of(const std::string& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::copy_n(bytes.data(), values.size() * sizeof(float), reinterpret_cast<char*>(values.data()));
  return values;
}

/// Weights that tell every tensor from every other one, running statistics and biases included.
inline TrainingState drawn_state(const ModelSpec& model) {
  TrainingState state = initial_state(model, {}, 3);
  std::mt19937 random(5);
  std::uniform_real_distribution<float> near_one(0.6F, 1.4F), near_zero(-0.3F, 0.3F);
  const Network network = network_of(model);
  for (const Tensor& tensor : network.tensors) {
    if (tensor.fan_in != 0) continue;
    float* values = (tensor.trained ? state.parameters : state.statistics).data() + tensor.offset;
    std::generate_n(values, tensor.count(),
                    [&] { return tensor.value == 1.0F ? near_one(random) : near_zero(random); });
  }
  return state;
}

/// [exchanged_images][inputs]
inline std::vector<float> drawn_images(const ModelSpec& model) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> pixel(0.0F, 1.0F);
  std::vector<float> x(static_cast<std::size_t>(exchanged_images * model.inputs()));
  std::generate(x.begin(), x.end(), [&] { return pixel(random); });
  return x;
}

/// [exchanged_images][classes]: what the last layer gives.
inline std::vector<float> predictions(const TrainingState& state, const std::vector<float>& x) {
  std::vector<float> all;
  const auto inputs = static_cast<std::size_t>(state.model.inputs());
  for (std::size_t i = 0; i < exchanged_images; ++i) {
    const Prediction one = predict(state, std::span(x).subspan(i * inputs, inputs));
    all.insert(all.end(), one.activations.back().begin(), one.activations.back().end());
  }
  return all;
}

inline void expect_close(const std::vector<float>& got, const std::vector<float>& wanted, const std::string& name) {
  ASSERT_EQ(got.size(), wanted.size()) << name;
  float largest = 0.0F;
  for (const float value : wanted) largest = std::max(largest, std::fabs(value));
  for (std::size_t k = 0; k < wanted.size(); ++k)
    ASSERT_NEAR(got[k], wanted[k], exchange_closeness * largest) << name << ", answer " << k;
}

}  // namespace mlplab::test
