#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// Many steps of a network of two layers by plain gradient descent in one launch: a cluster of 16 blocks holds the
/// network, each the weights of 16 hidden units.
struct PersistentSteps {
  static constexpr int blocks = 16, units_of_block = 16, slots = 4;  // rows of a turn that a block has the loss of
  static constexpr int max_inputs = 784, max_hidden = blocks * units_of_block, max_classes = 16;
  static constexpr int max_steps = 512;        // of a launch
  static constexpr float max_weight = 255.0F;  // of the first layer: times 256 it is still a half

  const std::uint8_t* features = nullptr;  // [n, inputs]
  const std::int32_t* labels = nullptr;    // [n]
  const std::uint32_t* order = nullptr;    // [n]: step s takes order[s · batch … min((s + 1) · batch, n))
  int n = 0, first = 0;                    // examples; step
  int steps = 0, batch = 0;
  int inputs = 0, hidden = 0, classes = 0;  // inputs a multiple of 16
  Loss loss = Loss::softmax_cross_entropy;
  Activation hidden_activation = Activation::identity, activation = Activation::identity;
  float decay = 0.0F;
  float *w1 = nullptr, *b1 = nullptr;  // [hidden, inputs], [hidden]
  float *w2 = nullptr, *b2 = nullptr;  // [classes, hidden], [classes]
  Totals* totals = nullptr;            // of the epoch; without examples: the first launch of one
  Totals* parts = nullptr;             // [slots · blocks], kept from launch to launch: sums in the same order whatever
                                       // the steps of a launch
  int* too_large = nullptr;            // is set to 1 where a weight of the first layer went past max_weight; the
                                       // totals' loss is then NaN
  float rates[max_steps] = {};         // of each step
};

cudaError_t persistent_steps(cudaStream_t stream, const PersistentSteps& steps);

/// Whether the device can run it: how many such clusters at once, and for which compute capability (90) the code was
/// compiled that it would run; 0 clusters where that is too old. Called once before the first launch.
cudaError_t count_persistent_clusters(int* clusters, int* code_version);

}  // namespace mlplab::gpu
