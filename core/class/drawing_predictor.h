// Predictions for the drawings of a class, by the newest weights that it was given: any number of threads may predict
// while the weights change, since each prediction holds its own snapshot.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/data/gray_image.h"
#include "core/data/stroke_raster.h"
#include "core/model/known_preparation.h"
#include "core/model/training_state.h"

namespace mlplab {

struct DrawingPrediction {
  GrayImage digit;                   // the drawing fitted as MNIST's digits are, 28×28
  int label = -1;                    // -1: there is no network that reads drawings
  std::vector<float> probabilities;  // [classes]
  std::string network;               // its name; '' for none
  int epoch = 0;
};

class DrawingPredictor {
 public:
  /// From now on these weights predict. `known`: how the network's images are prepared; nothing: it reads none.
  void set(std::shared_ptr<const TrainingState> state, const std::optional<KnownPreparation>& known);
  /// Whether a prediction takes about as long as reading the drawing does, so that no thread need be woken for it.
  bool quick() const;
  /// Names of the classes; the ten digits without a network.
  std::vector<std::string> class_names() const;
  DrawingPrediction predict_strokes(const std::vector<Stroke>& strokes) const;

 private:
  struct Network {
    std::shared_ptr<const TrainingState> state;
    Preparation preparation;
    bool quick = false;
  };
  std::shared_ptr<const Network> network() const;

  mutable std::mutex mutex_;
  std::shared_ptr<const Network> network_;  // null: none
};

}  // namespace mlplab
