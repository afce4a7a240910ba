// One number of a layer's output, taken apart: the terms of its sum, and the part of the image that it sees. Every
// kind is a weighted sum here: a maximum gives its largest number the weight 1 and all others 0, a mean each the same.
#pragma once

#include <span>
#include <vector>

#include "core/model/inference.h"
#include "core/model/network.h"

namespace mlplab {

/// x times weight, x being number [channel, row, column] of what the layer takes (`input`: of its first or second).
struct Term {
  int input = 0, channel = 0, row = 0, column = 0;
  float x = 0.0F, weight = 0.0F;
  double product() const { return double{x} * double{weight}; }
};

/// Rows [top, bottom) and columns [left, right) of an image.
struct Field {
  int top = 0, bottom = 0, left = 0, right = 0;
  bool operator==(const Field&) const = default;
};

struct Neuron {
  std::vector<Term> terms;  // in the order of the numbers that the layer takes; pixels outside the image have none
  double bias = 0.0;
  double sum = 0.0;  // of the products and the bias
  Activation activation = Activation::identity;
  float value = 0.0F;  // activation(sum): what the layer gives
};

/// Number `index` of the output of layer `node` in the prediction to `x`.
Neuron explain(const TrainingState& state, const Network& network, std::span<const float> x,
               const Prediction& prediction, std::size_t node, std::size_t index);
/// The part of the example that the number depends on; of a vector all there is.
Field receptive_field(const ModelSpec& model, const Network& network, std::size_t node, std::size_t index);

}  // namespace mlplab
