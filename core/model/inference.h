// A trained network's answer to single inputs, on the calling thread and without a backend: the Draw page and
// `classify` use it on a snapshot of the weights while a backend goes on training.
#pragma once

#include <span>
#include <vector>

#include "core/model/model_spec.h"

namespace mlplab {

struct Prediction {
  int label = 0;                                // the class with the largest probability
  std::vector<float> probabilities;             // [classes]: softmax of the outputs (for both losses)
  std::vector<std::vector<float>> activations;  // [layers][units], the output layer's included
};

/// parameters [layout_of(model).size] of an MLP, x [model.inputs()] scaled to [0, 1].
Prediction predict(const ModelSpec& model, std::span<const float> parameters, std::span<const float> x);

}  // namespace mlplab
