// The formula is in core/model/layers/conv2d.h. x [batch, in], w [out.channels, in.channels, kernel], y [batch, out].
#pragma once

#include "core/model/kinds.h"
#include "core/model/reference/sliding.h"

namespace mlplab::reference {

/// y = f(b + x * w); bias [out.channels] may be null.
void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation, float* y);
/// dx [batch, in] from dy [batch, out].
void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx);
/// dw = the gradient, summed over the batch.
void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw);

}  // namespace mlplab::reference
