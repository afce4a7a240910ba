// The difference that a step of training made: predictions before and after it, and how far each layer's weights moved.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/inspection/predictions.h"
#include "core/model/training_state.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// Test images that are looked at after an epoch.
inline constexpr std::size_t most_compared = 2000;

/// The single weights of a layer that are told.
inline constexpr std::size_t most_weights_told = 50;

struct WeightChange {
  std::size_t tensor = 0;  // Network::tensors, of the network of both states
  std::size_t place = 0;   // in the tensor, row-major
  float before = 0.0F, after = 0.0F;
  double change() const { return double{after} - double{before}; }
};

struct LayerChange {
  std::string name;
  std::size_t node = 0;
  std::size_t weights = 0;
  /// The norm of the change over that of the weights before; not_known where weights are no numbers, or were all 0.
  double relative = 0.0;
  std::vector<WeightChange> most;  // those that moved, the largest change first; what is no number before all
};

struct StepChange {
  bool of_epoch = false;                // else of a batch
  int epoch = 0;                        // 0-based
  std::int64_t batch = 0, batches = 0;  // 0-based, of how many of the epoch
  std::vector<std::uint32_t> images;    // of the batch, in its order, among the training images; else test images
  Predictions before, after;            // of these images as they are in the data, whatever augmentation made of them
  std::vector<LayerChange> layers;      // those with weights, in the order of the network

  /// That of the node; null where it has no weights.
  const LayerChange* layer(std::size_t node) const;

  const Examples& examples(const Dataset& data) const { return of_epoch ? data.test : data.train; }
  /// How many of `predictions`, before or after, are right.
  std::size_t right(const Predictions& predictions) const;
  /// The mean of -ln p of the right class, in nats.
  double cross_entropy(const Predictions& predictions) const;
};

/// Two states of one network held against each other.
std::vector<LayerChange> layer_changes(const TrainingState& before, const TrainingState& after);

/// Nothing where `after` is neither one step nor, from an epoch's begin, one epoch further than `before`, or where
/// `stop` became true. The batch is the one that a run of `spec` trains on then. Throws as predict_all() does.
std::optional<StepChange> step_change(const RunSpec& spec, const Dataset& data, const TrainingState& before,
                                      const TrainingState& after, const std::atomic<bool>& stop);

}  // namespace mlplab
