// y = f(a + b) (model/layers/add.h), and with one input what is in model/layers/elementwise.h: both inputs get
// ∂loss/∂y ∘ f'(y).
#pragma once

#include "core/compute/layers/layer_step.h"

namespace mlplab {

/// `inputs` of 1 or 2, each of `size` numbers per example.
std::unique_ptr<LayerStep> make_add_step(const Recorder& run, Activation activation, int inputs, std::size_t size);

}  // namespace mlplab
