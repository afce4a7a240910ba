// Normalisation of images by fixed numbers (model/layers/normalize.h): ∂loss/∂x = ∂loss/∂y / std.
#pragma once

#include "core/compute/layers/layer_step.h"

namespace mlplab {

std::unique_ptr<LayerStep> make_normalize_step(const Recorder& run, const Normalize& normalize, const Shape& input);

}  // namespace mlplab
