#pragma once
#include "gpu/kernels/sliding.h"
#include "gpu/kernels/tile_plan.h"

namespace mlplab::gpu {

// The formulas are in core/model/reference/sliding.h. x [batch, in], w [out.channels, in.channels, kernel],
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

// The three operations as tiled matrix products (convolution_tile.cuh), which read their operands from the images in
// place. `sums` [parts, m, n] is for the parts that the plan cuts the product into, and may be null where that is one.

inline ProductSize forward_product(const SlidingWindow& s) {
  return {s.out.channels, s.batch * s.out.height * s.out.width, s.in.channels * s.kernel.height * s.kernel.width};
}
/// Pixels, `stride` apart in one direction, that the same taps see.
struct Phase {
  int pixel, pixels;  // the first one, and how many there are
  int tap, taps;      // those that see them, stride apart, too
  int window;         // the output that sees the first pixel under the first of these taps; -1 and less: none
};
inline Phase phase_of(int number, int size, int kernel, int stride, int padding) {
  // Tap u sees pixel x from output i where i · stride + u = x + padding.
  const int pixel = ((number - padding) % stride + stride) % stride;
  return {pixel, pixel < size ? (size - pixel + stride - 1) / stride : 0, number,
          number < kernel ? (kernel - number + stride - 1) / stride : 0, (pixel + padding - number) / stride};
}
struct InputPhase {
  Phase height, width;
};
/// Number `number` of stride.height · stride.width phases, whose pixels are all.
inline InputPhase input_phase(const SlidingWindow& s, int number) {
  return {phase_of(number / s.stride.width, s.in.height, s.kernel.height, s.stride.height, s.padding.height),
          phase_of(number % s.stride.width, s.in.width, s.kernel.width, s.stride.width, s.padding.width)};
}
inline ProductSize input_gradient_product(const SlidingWindow& s, const InputPhase& phase) {
  return {s.in.channels, s.batch * phase.height.pixels * phase.width.pixels,
          s.out.channels * phase.height.taps * phase.width.taps};
}
inline ProductSize weight_gradient_product(const SlidingWindow& s) {
  return {s.out.channels, s.in.channels * s.kernel.height * s.kernel.width, s.batch * s.out.height * s.out.width};
}

cudaError_t convolution_tiled(cudaStream_t stream, const SlidingWindow& s, const float* x, const float* w,
                              const float* bias, Activation activation, float* y, const TilePlan& plan, float* sums);
/// dx at the pixels of one phase.
cudaError_t convolution_input_gradient_tiled(cudaStream_t stream, const SlidingWindow& s, const InputPhase& phase,
                                             const float* dy, const float* w, float* dx, const TilePlan& plan,
                                             float* sums);
cudaError_t convolution_weight_gradient_tiled(cudaStream_t stream, const SlidingWindow& s, const float* x,
                                              const float* dy, float* dw, const TilePlan& plan, float* sums);

}  // namespace mlplab::gpu
