// A neuron taken apart: its sum is what the network computed, and nothing outside its receptive field matters.
#include "core/model/neuron.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/model/network_edit.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// With running statistics and biases that are not those of a fresh network.
TrainingState used_state(const ModelSpec& model) {
  TrainingState state = initial_state(model, {}, 3);
  for (std::size_t i = 0; i < state.statistics.size(); ++i) state.statistics[i] += 0.1F * float(i % 5);
  for (const Tensor& tensor : network_of(model).tensors)
    if (tensor.name.ends_with("bias"))
      for (std::size_t i = 0; i < tensor.count(); ++i) state.parameters[tensor.offset + i] = 0.05F * float(i) - 0.1F;
  return state;
}

std::vector<float> image(const Shape& shape) {
  std::vector<float> x(shape.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = float((i * 37) % 101) / 100.0F;
  return x;
}

TEST(Neuron, ItsTermsAndBiasGiveWhatTheNetworkComputed) {
  const ModelSpec model = test::every_kind();
  std::set<std::string> kinds;
  for (const Node& node : model.layers) kinds.insert(kind_of(node.layer));
  EXPECT_EQ(kinds.size(), new_layers().size()) << "a kind is not looked at";
  const TrainingState state = used_state(model);
  const Network network = network_of(model);
  const std::vector<float> x = image(model.input);
  const Prediction prediction = predict(state, x);
  for (std::size_t node = 0; node < model.layers.size(); ++node)
    for (std::size_t index = 0; index < network.shapes[node].size(); ++index) {
      const Neuron neuron = explain(state, network, x, prediction, node, index);
      EXPECT_NEAR(neuron.value, prediction.activations[node][index], 1e-5) << node << " " << index;
      EXPECT_FALSE(neuron.terms.empty());
    }
  // Each term is the number that stands at its place in what the layer takes.
  const Neuron neuron = explain(state, network, x, prediction, 4, 5);
  ASSERT_EQ(neuron.terms.size(), 2U);
  EXPECT_EQ(neuron.terms[0].x, prediction.activations[3][5]);
  EXPECT_EQ(neuron.terms[1].x, prediction.activations[1][5]);
  const Neuron first = explain(state, network, x, prediction, 0, 7);
  ASSERT_EQ(first.terms.size(), 1U);
  EXPECT_EQ(first.terms[0].x, x[7]);
  // Row 1, column 1 of 8 × 4: the window hangs over the upper edge, 2 of 3 rows by 2 columns, in 2 channels.
  const Neuron second = explain(state, network, x, prediction, 1, 5);
  ASSERT_EQ(second.terms.size(), 8U);
  for (const Term& term : second.terms)
    EXPECT_EQ(term.x, prediction.activations[0][std::size_t((term.channel * 6 + term.row) * 3 + term.column)]);
}

/// Changed pixels outside change nothing; each row and column at the field's edge has a pixel that changes it.
TEST(Neuron, ItsReceptiveFieldIsAllThatItSees) {
  ModelSpec model{.input = {1, 12, 11}};
  model.layers = {{Conv2d{2, {{3, 3}, {1, 1}, {1, 1}}, true, Activation::identity}},
                  {AveragePool{{{2, 2}, {2, 2}, {0, 0}}}},
                  {Conv2d{2, {{3, 2}, {2, 1}, {1, 0}}, true, Activation::identity}},
                  {Conv2d{2, {{1, 1}, {1, 1}, {0, 0}}, true, Activation::identity}},
                  {Add{}, {3, 2}},
                  {Dense{3, Activation::identity}}};
  const TrainingState state = used_state(model);
  const Network network = network_of(model);
  const std::vector<float> x = image(model.input);
  const Prediction prediction = predict(state, x);
  for (std::size_t node = 0; node < model.layers.size(); ++node) {
    std::vector<Field> needed(network.shapes[node].size(), Field{99, 0, 99, 0});
    for (int row = 0; row < 12; ++row)
      for (int column = 0; column < 11; ++column) {
        std::vector<float> changed = x;
        changed[std::size_t(row * 11 + column)] += 1.0F;
        const Prediction other = predict(state, changed);
        for (std::size_t i = 0; i < needed.size(); ++i) {
          if (other.activations[node][i] == prediction.activations[node][i]) continue;
          Field& field = needed[i];
          field = {std::min(field.top, row), std::max(field.bottom, row + 1), std::min(field.left, column),
                   std::max(field.right, column + 1)};
        }
      }
    for (std::size_t i = 0; i < needed.size(); ++i) {
      const Field seen = receptive_field(model, network, node, i);
      if (node + 1 < model.layers.size()) {
        EXPECT_EQ(seen, needed[i]) << node << " " << i;
      } else {  // a dense layer has a weight for each, though the pools left out the last column
        EXPECT_EQ(seen, (Field{0, 12, 0, 11}));
      }
    }
  }
}

}  // namespace
}  // namespace mlplab
