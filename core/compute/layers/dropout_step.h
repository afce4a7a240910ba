// Dropout (model/layers/dropout.h); the gradient passes through the same mask.
#pragma once

#include "core/compute/layers/layer_step.h"

namespace mlplab {

std::unique_ptr<LayerStep> make_dropout_step(const Recorder& run, const Dropout& dropout, std::size_t node,
                                             const Shape& input);

}  // namespace mlplab
