#include "core/model/known_preparation.h"

#include <cmath>

#include "core/base/language.h"
#include "core/data/digit_fit.h"

namespace mlplab {

std::optional<KnownPreparation> known_preparation(const TrainingState& state) {
  if (state.preparation != nullptr) return KnownPreparation{*state.preparation};
  const ModelSpec& model = state.model;
  ImageShape image{model.input.height, model.input.width, model.input.channels};
  if (model.input.is_vector()) {
    const int side = static_cast<int>(std::lround(std::sqrt(model.inputs())));
    if (side * side != model.inputs()) return std::nullopt;
    image = {side, side, 1};
  }
  KnownPreparation known{.preparation = {.image = image}, .assumed = true};
  if (image == ImageShape{mnist_side, mnist_side, 1}) known.preparation.digits = image;
  return known;
}

std::string words_of_assumption(const Preparation& preparation, const std::string& model) {
  return say("%1 does not say how its images were prepared; assumed: %2, classes by number", model,
             words_of(preparation));
}

}  // namespace mlplab
