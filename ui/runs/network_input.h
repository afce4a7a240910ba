// The input of a trained network: an image prepared as its training images were, or one of its data; and the names of
// its classes.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/data/dataset.h"
#include "core/model/inference.h"
#include "core/model/known_preparation.h"

namespace mlplab {

/// How the images of the network are prepared: as its model says, else as `data` (optional) are where their sizes
/// agree, else as is assumed; nothing where it takes numbers of which nobody knows how they are an image.
std::optional<KnownPreparation> preparation_for(const TrainingState& state, const Dataset* data);
Shape shape_of(const ImageShape& image);
/// Example `index` of one split.
std::vector<float> input_of_example(const Dataset& data, const Examples& split, std::size_t index);
/// The name of a class, or its number where `names` has none.
QString class_title(int label, const std::vector<std::string>& names);

/// Forward operations up to which a prediction is there within the frame in which it is asked for, a few hundredths of
/// a second: what a stroke changes is seen under the pen. Larger networks prediction on another thread.
inline constexpr double flops_at_once_max = 1e7;
bool predicts_at_once(const ModelSpec& model);

}  // namespace mlplab
