// The rules are in core/model/layers/pooling.h. Each function computes the planes [first, end) of the
// batch · channels there are; s.out.channels = s.in.channels.
#pragma once

#include "core/model/reference/sliding.h"

namespace mlplab::reference {

void max_pool(const Sliding& s, int first, int end, const float* x, float* y);
/// Each dy goes to the first pixel of its window that is the largest (the last NaN, where there is one).
void max_pool_gradient(const Sliding& s, int first, int end, const float* x, const float* dy, float* dx);
void average_pool(const Sliding& s, int first, int end, const float* x, float* y);
void average_pool_gradient(const Sliding& s, int first, int end, const float* dy, float* dx);

}  // namespace mlplab::reference
