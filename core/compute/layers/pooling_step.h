// The poolings (model/layers/pooling.h): the gradient of a largest goes to the pixel it came from, that of a mean in
// equal shares to all pixels of its window.
#pragma once

#include "core/compute/layers/layer_step.h"

namespace mlplab {

/// `of_input`: the activation whose gradient is left to it (activation_left_to_taker in layer_step.h).
std::unique_ptr<LayerStep> make_max_pool_step(const Recorder& run, const Window& window, const Shape& input,
                                              Activation of_input);
std::unique_ptr<LayerStep> make_average_pool_step(const Recorder& run, const Window& window, const Shape& input);

}  // namespace mlplab
