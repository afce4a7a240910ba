// Convolutions, one thread per output, input or weight: the loops of core/model/reference/convolution.cpp turned inside
// out. Neighbouring threads read neighbouring pixels, and caches do the rest.
#include "gpu/kernels/convolution.h"
#include "gpu/kernels/sliding.cuh"

namespace mlplab::gpu {
namespace {

__global__ void a_thread_an_output(SlidingWindow s, const float* x, const float* w, const float* bias,
                                   Activation activation, float* y) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= s.out.channels * s.out.height * s.out.width) return;
  const Place place = place_in(s.out, at);
  const Frame frame = frame_of(s, place.row, place.column);
  const int top = place.row * s.stride.height - s.padding.height;
  const int left = place.column * s.stride.width - s.padding.width;
  for (int n = static_cast<int>(blockIdx.y); n < s.batch; n += static_cast<int>(gridDim.y)) {
    float sum = 0.0F;
    for (int c = 0; c < s.in.channels; ++c) {
      const float* const plane = x + place_of(s.in, n, c, 0, 0);
      const float* const weights =
          w + (static_cast<std::size_t>(place.channel) * s.in.channels + c) * s.kernel.height * s.kernel.width;
      for (int i = frame.top; i < frame.bottom; ++i)
        for (int j = frame.left; j < frame.right; ++j)
          sum += plane[i * s.in.width + j] * weights[(i - top) * s.kernel.width + j - left];
    }
    if (bias != nullptr) sum += bias[place.channel];
    y[place_of(s.out, n, place.channel, place.row, place.column)] = activate(activation, sum);
  }
}

__global__ void a_thread_an_input(SlidingWindow s, const float* dy, const float* w, float* dx) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= s.in.channels * s.in.height * s.in.width) return;
  const Place place = place_in(s.in, at);
  const Seen rows = seen_by(place.row, s.kernel.height, s.stride.height, s.padding.height, s.out.height);
  const Seen columns = seen_by(place.column, s.kernel.width, s.stride.width, s.padding.width, s.out.width);
  for (int n = static_cast<int>(blockIdx.y); n < s.batch; n += static_cast<int>(gridDim.y)) {
    float sum = 0.0F;
    for (int o = 0; o < s.out.channels; ++o) {
      const float* const plane = dy + place_of(s.out, n, o, 0, 0);
      const float* const weights =
          w + (static_cast<std::size_t>(o) * s.in.channels + place.channel) * s.kernel.height * s.kernel.width;
      for (int i = rows.first; i < rows.end; ++i)
        for (int j = columns.first; j < columns.end; ++j) {
          const int p = place.row + s.padding.height - i * s.stride.height;
          const int q = place.column + s.padding.width - j * s.stride.width;
          sum += plane[i * s.out.width + j] * weights[p * s.kernel.width + q];
        }
    }
    dx[place_of(s.in, n, place.channel, place.row, place.column)] = sum;
  }
}

__global__ void a_thread_a_weight(SlidingWindow s, const float* x, const float* dy, float* dw) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int area = s.kernel.height * s.kernel.width;
  if (at >= s.out.channels * s.in.channels * area) return;
  const int o = at / (s.in.channels * area), c = at / area - o * s.in.channels;
  const int p = at % area / s.kernel.width, q = at % s.kernel.width;
  float sum = 0.0F;
  for (int n = 0; n < s.batch; ++n) {
    const float* const pixels = x + place_of(s.in, n, c, 0, 0);
    const float* const gradients = dy + place_of(s.out, n, o, 0, 0);
    float of_image = 0.0F;  // sums of sums: one of all pixels of the batch would lose digits
    for (int i = 0; i < s.out.height; ++i) {
      const int row = i * s.stride.height - s.padding.height + p;
      if (row < 0 || row >= s.in.height) continue;
      for (int j = 0; j < s.out.width; ++j) {
        const int column = j * s.stride.width - s.padding.width + q;
        if (column >= 0 && column < s.in.width)
          of_image += gradients[i * s.out.width + j] * pixels[row * s.in.width + column];
      }
    }
    sum += of_image;
  }
  dw[at] = sum;
}

}  // namespace

cudaError_t convolution_naive(cudaStream_t stream, const SlidingWindow& s, const float* x, const float* w,
                              const float* bias, Activation activation, float* y) {
  return launch(a_thread_an_output, image_grid(size_of(s.out), s.batch), image_threads, stream, s, x, w, bias,
                activation, y);
}

cudaError_t convolution_input_gradient_naive(cudaStream_t stream, const SlidingWindow& s, const float* dy,
                                             const float* w, float* dx) {
  return launch(a_thread_an_input, image_grid(size_of(s.in), s.batch), image_threads, stream, s, dy, w, dx);
}

cudaError_t convolution_weight_gradient_naive(cudaStream_t stream, const SlidingWindow& s, const float* x,
                                              const float* dy, float* dw) {
  const int weights = s.out.channels * s.in.channels * s.kernel.height * s.kernel.width;
  return launch(a_thread_a_weight, blocks_for(weights, 128), 128, stream, s, x, dy, dw);
}

}  // namespace mlplab::gpu
