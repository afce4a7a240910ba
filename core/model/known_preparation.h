// How the images of a trained network are prepared: as its model says, or, for files that do not say it, as is assumed.
#pragma once

#include <optional>
#include <string>

#include "core/data/preparation.h"
#include "core/model/training_state.h"

namespace mlplab {

struct KnownPreparation {
  Preparation preparation;
  bool assumed = false;  // the model does not say it
};

/// Models without a preparation: 28×28 in grey are digits as MNIST's, square inputs are images as they are, classes are
/// numbers. Nothing where it is unknown how the network's inputs form an image.
std::optional<KnownPreparation> known_preparation(const TrainingState& state);
/// The assumption as one sentence that names the model's file.
std::string words_of_assumption(const Preparation& preparation, const std::string& model);

}  // namespace mlplab
