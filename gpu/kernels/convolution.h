#pragma once
#include "gpu/kernels/sliding.h"

namespace mlplab::gpu {

// The formulas are in core/model/reference/convolution.h. x [batch, in], w [out.channels, in.channels, kernel],
// bias [out.channels] or null, y [batch, out].

/// y = f(bias + x * w): one thread per output; each thread reads its operands from memory again.
cudaError_t convolution_naive(cudaStream_t stream, const SlidingWindow& s, const float* x, const float* w,
                              const float* bias, Activation activation, float* y);
/// dx [batch, in] from dy [batch, out]: one thread per input.
cudaError_t convolution_input_gradient_naive(cudaStream_t stream, const SlidingWindow& s, const float* dy,
                                             const float* w, float* dx);
/// dw = the sum over the batch, one thread per weight.
cudaError_t convolution_weight_gradient_naive(cudaStream_t stream, const SlidingWindow& s, const float* x,
                                              const float* dy, float* dw);

// The three operations as tiled matrix products (tile.cuh), which read their operands from the images in place.
// `processors`: the device's multiprocessors; the largest tile that still gives each of them a block is taken.

cudaError_t convolution_tiled(cudaStream_t stream, const SlidingWindow& s, const float* x, const float* w,
                              const float* bias, Activation activation, float* y, int processors);
cudaError_t convolution_input_gradient_tiled(cudaStream_t stream, const SlidingWindow& s, const float* dy,
                                             const float* w, float* dx, int processors);
/// `scratch` [convolution_weight_gradient_scratch] may be null where that is 0.
cudaError_t convolution_weight_gradient_tiled(cudaStream_t stream, const SlidingWindow& s, const float* x,
                                              const float* dy, float* dw, float* scratch, int processors);
/// Floats for the sums of parts of the batch, never more for a smaller batch: a captured graph keeps their address.
std::size_t convolution_weight_gradient_scratch(const SlidingWindow& s, int processors);

}  // namespace mlplab::gpu
