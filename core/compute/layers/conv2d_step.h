// A convolution (model/layers/conv2d.h): D = ∂loss/∂y ∘ f'(y); ∂loss/∂w = the batch's sum of D against x;
// ∂loss/∂b = sums of D's channels; ∂loss/∂x = D spread out by w.
#pragma once

#include "core/compute/layers/layer_step.h"

namespace mlplab {

/// `leaves_activation`: its gradient comes with that of the activation (activation_left_to_taker in layer_step.h).
std::unique_ptr<LayerStep> make_conv2d_step(const Recorder& run, const Conv2d& conv, const Network& network,
                                            std::size_t node, const Shape& input, bool leaves_activation);

}  // namespace mlplab
