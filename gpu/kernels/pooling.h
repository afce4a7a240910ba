#pragma once
#include "gpu/kernels/sliding.h"

namespace mlplab::gpu {

// The rules are in core/model/layers/pooling.h; s.out.channels = s.in.channels. A gradient is gathered by a thread a
// pixel, in the order of the windows: atomic additions would come in any.

/// y [batch, out] = the largest of each window of x [batch, in].
cudaError_t max_pool(cudaStream_t stream, const SlidingWindow& s, const float* x, float* y);
/// dx [batch, in] from dy [batch, out]: to the first largest pixel of each window (the last NaN, where there is one),
/// times the slope of `of_x` at x, which is the output of that activation.
cudaError_t max_pool_gradient(cudaStream_t stream, const SlidingWindow& s, const float* x, Activation of_x,
                              const float* dy, float* dx);
/// y = the mean of each window, pixels outside counted as 0; and back.
cudaError_t average_pool(cudaStream_t stream, const SlidingWindow& s, const float* x, float* y);
cudaError_t average_pool_gradient(cudaStream_t stream, const SlidingWindow& s, const float* dy, float* dx);

}  // namespace mlplab::gpu
