#include "core/model/network.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/model/training_state.h"

namespace mlplab {
namespace {

TEST(Network, WorksOutShapesTensorsAndOperations) {
  ModelSpec spec = make_mlp({12, 5, 3}, Activation::relu);
  spec.input = {3, 2, 2};
  const Network network = network_of(spec);
  EXPECT_EQ(network.shapes, (std::vector<Shape>{{5, 1, 1}, {3, 1, 1}}));
  EXPECT_EQ(network.inputs, (std::vector<std::vector<int>>{{-1}, {0}}));
  EXPECT_EQ(network.flops, (std::vector<double>{120.0, 30.0}));
  EXPECT_EQ(network.parameter_count(), 12U * 5 + 5 + 5 * 3 + 3);
  ASSERT_EQ(network.tensors.size(), 4U);
  EXPECT_EQ(network.tensors[2].name, "layers.1.weight");
  EXPECT_EQ(network.tensor(1, "weight").shape, (std::vector<int>{3, 5}));
  EXPECT_THROW(network.tensor(1, "running_mean"), std::out_of_range);
  const Network::Range range = network.parameters_of(1);
  EXPECT_EQ(range.first, network.tensor(1, "weight").offset);
  EXPECT_EQ(range.first + range.count, network.parameters_size);
}

TEST(Network, EveryOutputIsTaken) {
  ModelSpec spec = make_mlp({4, 4, 4, 2}, Activation::relu);
  spec.layers[2].inputs = {0};  // layer 1 is taken by nobody
  EXPECT_THROW(network_of(spec), UsageError);
  spec.layers[1].inputs = {1};  // itself
  EXPECT_THROW(network_of(spec), UsageError);
}

/// Sizes whose products, or whose sum over the layers, are a multiple of 2^64 are no small network.
TEST(Network, AreRefusedWhereTheirWeightsWrapRound) {
  const auto layers = [](int channels, int size, std::size_t count) {
    ModelSpec spec{.input = {channels, 1, 1}};
    const Window window = {{size, size}, {size, size}, {(size - 1) / 2, (size - 1) / 2}};
    for (std::size_t l = 0; l < count; ++l) spec.layers.push_back({Conv2d{channels, window}});
    spec.layers.push_back({Flatten{}});
    spec.layers.push_back({Dense{10}});
    return spec;
  };
  EXPECT_NO_THROW(validate(layers(16, 3, 2)));
  EXPECT_THROW(validate(layers(1 << 16, 4095, 256)), UsageError);
  EXPECT_THROW(validate(layers(1 << 20, 4095, 1)), UsageError);
}

/// A run with such names could train but never resume: a model file cannot hold them.
TEST(Network, RefusesNamesThatAModelFileCannotHold) {
  ModelSpec spec = make_mlp({4, 3, 2}, Activation::relu);
  spec.layers[0].name = std::string(128, 'x');
  EXPECT_NO_THROW(validate(spec));
  spec.layers[0].name += 'x';
  EXPECT_THROW(validate(spec), UsageError);
  spec.layers[0].name = "optimizer.0.x";
  EXPECT_THROW(validate(spec), UsageError);
}

/// As for batch normalisation, whose running statistics are not trained.
TEST(Network, WhatIsNotTrainedHasAVectorOfItsOwn) {
  const std::vector<TensorSpec> dense = {{.name = "weight", .shape = {3, 5}, .fan_in = 5, .fan_out = 3}};
  const std::vector<TensorSpec> norm = {{.name = "weight", .shape = {3}, .value = 1.0F},
                                        {.name = "running_mean", .shape = {3}, .trained = false},
                                        {.name = "running_var", .shape = {3}, .trained = false, .value = 1.0F}};
  std::size_t parameters_size = 0, statistics_size = 0;
  const std::vector<Tensor> tensors =
      place_tensors({"layers.0", "bn1"}, {dense, norm}, parameters_size, statistics_size);
  EXPECT_EQ(parameters_size, 32U);
  EXPECT_EQ(statistics_size, 32U);
  EXPECT_EQ(tensors[1].offset, 16U);
  EXPECT_EQ(tensors[2].offset, 0U) << "of its own vector";
  EXPECT_EQ(tensors[3].offset, 16U);
  EXPECT_EQ(tensors[3].name, "bn1.running_var");

  std::vector<float> parameters(32, 9.0F), statistics(32, 9.0F);
  fill_fresh(tensors, true, Initializer::he, 1, parameters);
  fill_fresh(tensors, false, Initializer::he, 1, statistics);
  EXPECT_NE(parameters[0], 0.0F);
  EXPECT_EQ(parameters[15], 0.0F) << "padding";
  EXPECT_EQ(parameters[16], 1.0F);
  EXPECT_EQ(parameters[19], 0.0F);
  EXPECT_EQ(statistics[0], 0.0F);
  EXPECT_EQ(statistics[18], 1.0F);
  EXPECT_EQ(statistics[19], 0.0F);
}

}  // namespace
}  // namespace mlplab
