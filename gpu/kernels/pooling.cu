// Poolings: one thread per output forwards, one thread per pixel backwards, or per window where windows do not
// overlap. Memory is the limit of both. A pixel's thread searches each window's largest value again.
#include "gpu/kernels/pooling.h"
#include "gpu/kernels/sliding.cuh"

namespace mlplab::gpu {
namespace {

/// The place of the first largest value, or of the last NaN, in the frame of the plane [.., width].
__device__ inline int place_of_largest(const float* plane, int width, const Frame& frame) {
  int best = frame.top * width + frame.left;
  for (int i = frame.top; i < frame.bottom; ++i)
    for (int j = frame.left; j < frame.right; ++j) {
      const int at = i * width + j;
      if (plane[at] > plane[best] || plane[at] != plane[at]) best = at;
    }
  return best;
}

__global__ void largest(SlidingWindow s, const float* x, float* y) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= s.out.channels * s.out.height * s.out.width) return;
  const Place place = place_in(s.out, at);
  const Frame frame = frame_of(s, place.row, place.column);
  for (int n = static_cast<int>(blockIdx.y); n < s.batch; n += static_cast<int>(gridDim.y)) {
    const float* const plane = x + place_of(s.in, n, place.channel, 0, 0);
    y[place_of(s.out, n, place.channel, place.row, place.column)] = plane[place_of_largest(plane, s.in.width, frame)];
  }
}

__global__ void to_largest(SlidingWindow s, const float* x, Activation of_x, const float* dy, float* dx) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= s.in.channels * s.in.height * s.in.width) return;
  const Place place = place_in(s.in, at);
  const int own = place.row * s.in.width + place.column;
  const Seen rows = seen_by(place.row, s.kernel.height, s.stride.height, s.padding.height, s.out.height);
  const Seen columns = seen_by(place.column, s.kernel.width, s.stride.width, s.padding.width, s.out.width);
  for (int n = static_cast<int>(blockIdx.y); n < s.batch; n += static_cast<int>(gridDim.y)) {
    const float* const plane = x + place_of(s.in, n, place.channel, 0, 0);
    const float* const gradients = dy + place_of(s.out, n, place.channel, 0, 0);
    float sum = 0.0F;
    for (int i = rows.first; i < rows.end; ++i)
      for (int j = columns.first; j < columns.end; ++j)
        if (place_of_largest(plane, s.in.width, frame_of(s, i, j)) == own) sum += gradients[i * s.out.width + j];
    dx[place_of(s.in, n, place.channel, place.row, place.column)] = sum * slope(of_x, plane[own]);
  }
}

/// Where windows neither overlap nor leave a pixel out, a window's thread searches once and writes all of its pixels.
__global__ void to_own_largest(SlidingWindow s, const float* x, Activation of_x, const float* dy, float* dx) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= s.out.channels * s.out.height * s.out.width) return;
  const Place place = place_in(s.out, at);
  const Frame frame = frame_of(s, place.row, place.column);
  for (int n = static_cast<int>(blockIdx.y); n < s.batch; n += static_cast<int>(gridDim.y)) {
    const std::size_t begin = place_of(s.in, n, place.channel, 0, 0);
    const float* const plane = x + begin;
    const int best = place_of_largest(plane, s.in.width, frame);
    const float gradient = dy[place_of(s.out, n, place.channel, place.row, place.column)];
    for (int i = frame.top; i < frame.bottom; ++i)
      for (int j = frame.left; j < frame.right; ++j) {
        const int own = i * s.in.width + j;
        dx[begin + own] = (own == best ? gradient : 0.0F) * slope(of_x, plane[own]);
      }
  }
}

/// Whether every pixel of this direction is in exactly one window.
bool is_tiled(int in, int out, int kernel, int stride, int padding) {
  return stride == kernel && padding == 0 && out * stride == in;
}

__global__ void mean(SlidingWindow s, const float* x, float* y) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= s.out.channels * s.out.height * s.out.width) return;
  const Place place = place_in(s.out, at);
  const Frame frame = frame_of(s, place.row, place.column);
  const float area = static_cast<float>(s.kernel.height) * static_cast<float>(s.kernel.width);
  for (int n = static_cast<int>(blockIdx.y); n < s.batch; n += static_cast<int>(gridDim.y)) {
    const float* const plane = x + place_of(s.in, n, place.channel, 0, 0);
    float sum = 0.0F;
    for (int i = frame.top; i < frame.bottom; ++i) {
      float of_row = 0.0F;  // sums of sums: the window may be the whole image
      for (int j = frame.left; j < frame.right; ++j) of_row += plane[i * s.in.width + j];
      sum += of_row;
    }
    y[place_of(s.out, n, place.channel, place.row, place.column)] = sum / area;
  }
}

__global__ void to_all(SlidingWindow s, const float* dy, float* dx) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= s.in.channels * s.in.height * s.in.width) return;
  const Place place = place_in(s.in, at);
  const Seen rows = seen_by(place.row, s.kernel.height, s.stride.height, s.padding.height, s.out.height);
  const Seen columns = seen_by(place.column, s.kernel.width, s.stride.width, s.padding.width, s.out.width);
  const float share = 1.0F / (static_cast<float>(s.kernel.height) * static_cast<float>(s.kernel.width));
  for (int n = static_cast<int>(blockIdx.y); n < s.batch; n += static_cast<int>(gridDim.y)) {
    const float* const gradients = dy + place_of(s.out, n, place.channel, 0, 0);
    float sum = 0.0F;
    for (int i = rows.first; i < rows.end; ++i)
      for (int j = columns.first; j < columns.end; ++j) sum += share * gradients[i * s.out.width + j];
    dx[place_of(s.in, n, place.channel, place.row, place.column)] = sum;
  }
}

}  // namespace

cudaError_t max_pool(cudaStream_t stream, const SlidingWindow& s, const float* x, float* y) {
  return launch(largest, image_grid(size_of(s.out), s.batch), image_threads, stream, s, x, y);
}

cudaError_t max_pool_gradient(cudaStream_t stream, const SlidingWindow& s, const float* x, Activation of_x,
                              const float* dy, float* dx) {
  if (is_tiled(s.in.height, s.out.height, s.kernel.height, s.stride.height, s.padding.height) &&
      is_tiled(s.in.width, s.out.width, s.kernel.width, s.stride.width, s.padding.width))
    return launch(to_own_largest, image_grid(size_of(s.out), s.batch), image_threads, stream, s, x, of_x, dy, dx);
  return launch(to_largest, image_grid(size_of(s.in), s.batch), image_threads, stream, s, x, of_x, dy, dx);
}

cudaError_t average_pool(cudaStream_t stream, const SlidingWindow& s, const float* x, float* y) {
  return launch(mean, image_grid(size_of(s.out), s.batch), image_threads, stream, s, x, y);
}

cudaError_t average_pool_gradient(cudaStream_t stream, const SlidingWindow& s, const float* dy, float* dx) {
  return launch(to_all, image_grid(size_of(s.in), s.batch), image_threads, stream, s, dy, dx);
}

}  // namespace mlplab::gpu
