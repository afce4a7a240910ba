#include <gtest/gtest.h>

#include <cmath>

#include "core/model/network.h"
#include "core/model/training_state.h"

namespace mlplab {
namespace {

TEST(Layout, TensorsAreAlignedAndDoNotOverlap) {
  const ParameterLayout layout = layout_of(make_mlp({7, 5, 3}, Activation::relu));
  ASSERT_EQ(layout.layers.size(), 2U);
  EXPECT_EQ(layout.layers[0].weight, 0U);
  EXPECT_EQ(layout.layers[0].bias, 48U);
  EXPECT_EQ(layout.layers[1].weight, 64U);
  EXPECT_EQ(layout.layers[1].bias, 80U);
  EXPECT_EQ(layout.size, 96U);
}

TEST(InitialParameters, FillTheirRangeAndLeaveBiasesAndPaddingZero) {
  for (const Initializer initializer : {Initializer::he, Initializer::xavier}) {
    const ModelSpec spec = make_mlp({30, 20, 11}, Activation::relu, Loss::softmax_cross_entropy, initializer);
    const auto parameters = initial_state(spec, {}, 3).parameters;
    const ParameterLayout layout = layout_of(spec);
    for (const LayerSlice& slice : layout.layers) {
      const double limit = std::sqrt(6.0 / (initializer == Initializer::he ? slice.in : slice.in + slice.out));
      double largest = 0.0;
      for (std::size_t i = slice.weight; i < slice.weight + static_cast<std::size_t>(slice.in * slice.out); ++i)
        largest = std::max(largest, std::fabs(double{parameters[i]}));
      EXPECT_LE(largest, limit);
      EXPECT_GT(largest, 0.9 * limit);
      for (std::size_t i = slice.bias; i < slice.bias + static_cast<std::size_t>(slice.out); ++i)
        EXPECT_EQ(parameters[i], 0.0F);
    }
    EXPECT_EQ(parameters[static_cast<std::size_t>(layout.layers[1].weight + 220)], 0.0F) << "padding";
  }
}

TEST(InitialParameters, DependOnTheSeed) {
  const ModelSpec spec = make_mlp({9, 4}, Activation::relu);
  EXPECT_EQ(initial_state(spec, {}, 5).parameters, initial_state(spec, {}, 5).parameters);
  EXPECT_NE(initial_state(spec, {}, 5).parameters, initial_state(spec, {}, 6).parameters);
}

}  // namespace
}  // namespace mlplab
