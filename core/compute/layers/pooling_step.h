// The poolings (model/layers/pooling.h): the gradient of a largest goes to the pixel it came from, that of a mean in
// equal shares to all pixels of its window.
#pragma once

#include "core/compute/layers/layer_step.h"

namespace mlplab {

std::unique_ptr<LayerStep> make_max_pool_step(Backend& backend, const Window& window, const Shape& input);
std::unique_ptr<LayerStep> make_average_pool_step(Backend& backend, const Window& window, const Shape& input);

}  // namespace mlplab
