// A trained network's prediction to single inputs, on the calling thread and without a backend: the Draw page and
// `classify` use it on a snapshot of the weights while a backend goes on training.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "core/model/network.h"
#include "core/model/reference/normalization.h"
#include "core/model/training_state.h"

namespace mlplab {

struct Prediction {
  int label = 0;                                // the class with the largest probability
  std::vector<float> probabilities;             // [classes]: softmax of the outputs (for both losses)
  std::vector<std::vector<float>> activations;  // [layers][numbers], the output layer's included
};

/// x [model.inputs()] scaled to [0, 1], with the state's weights and running statistics.
Prediction predict(const TrainingState& state, std::span<const float> x);
/// The same; nothing where `stop` became true before its end.
std::optional<Prediction> predict(const TrainingState& state, std::span<const float> x, const std::atomic<bool>& stop);

/// A node of the network and the numbers that it takes in one prediction, for visits of its layer.
class PredictedNode {
 protected:
  /// `outputs`: of the nodes before it.
  PredictedNode(const TrainingState& state, const Network& network, std::size_t node, std::span<const float> x,
                const std::vector<std::vector<float>>& outputs);
  const float* tensor(const char* name) const;
  /// By the running statistics.
  Normalization normalization(const BatchNorm& norm) const;

  const TrainingState& state_;
  const Network& network_;
  std::size_t node_;
  const Shape& in_;              // of the first input
  std::vector<const float*> x_;  // [inputs of the node]
};

}  // namespace mlplab
