// Where numbers of images lie, for every kernel of them. A thread finds its place once for a loop over the batch.
#pragma once

#include <algorithm>

#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/sliding.h"

namespace mlplab::gpu {

/// Division by a number that is known when a kernel is started, as a product: 4 instructions in place of some 20. Exact
/// for 0 <= n < 2³¹ (Granlund, Montgomery, 'Division by invariant integers using multiplication', PLDI 1994).
struct Divisor {
  unsigned divisor, factor = 0, shift = 0;

  explicit Divisor(int number) : divisor(static_cast<unsigned>(number)) {
    while ((1ULL << shift) < divisor) ++shift;
    factor = static_cast<unsigned>(((1ULL << 32) * ((1ULL << shift) - divisor)) / divisor + 1);
  }
  __device__ int quotient(int n) const {
    const auto number = static_cast<unsigned>(n);
    const auto high = static_cast<unsigned>((static_cast<unsigned long long>(number) * factor) >> 32);
    return static_cast<int>((high + number) >> shift);
  }
  __device__ int product(int q) const { return q * static_cast<int>(divisor); }
};

/// Number `at` of one image.
struct Place {
  int channel, row, column;
};

__device__ inline Place place_in(const Planes& planes, int at) {
  const int plane = planes.height * planes.width, channel = at / plane, pixel = at - channel * plane;
  const int row = pixel / planes.width;
  return {channel, row, pixel - row * planes.width};
}

__device__ inline std::size_t place_of(const Planes& planes, int image, int channel, int row, int column) {
  const auto line = (static_cast<std::size_t>(image) * planes.channels + channel) * planes.height + row;
  return line * planes.width + column;
}

/// The part of a window that lies on the image, for output (row, column): rows [top, bottom), columns [left, right).
struct Frame {
  int top, bottom, left, right;
};

__device__ inline Frame frame_of(const SlidingWindow& s, int row, int column) {
  const int top = row * s.stride.height - s.padding.height, left = column * s.stride.width - s.padding.width;
  const int bottom = top + s.kernel.height, right = left + s.kernel.width;
  return {top > 0 ? top : 0, bottom < s.in.height ? bottom : s.in.height, left > 0 ? left : 0,
          right < s.in.width ? right : s.in.width};
}

/// The outputs [first, end) of `outputs` in one direction whose windows hold `pixel`.
struct Seen {
  int first, end;
};

__device__ inline Seen seen_by(int pixel, int kernel, int stride, int padding, int outputs) {
  const int last = (pixel + padding) / stride,
            before = pixel + padding - kernel;  // output `before / stride` ends there
  const int first = before < 0 ? 0 : before / stride + 1;
  return {first, last < outputs ? last + 1 : outputs};
}

inline int size_of(const Planes& planes) { return planes.channels * planes.height * planes.width; }

constexpr unsigned image_threads = 256;

/// A thread for each of `size` numbers, which goes through the images blockIdx.y, blockIdx.y + gridDim.y, …: 65,535
/// rows of blocks are the most that a grid has.
inline dim3 image_grid(int size, int batch) {
  return dim3(blocks_for(size, image_threads), static_cast<unsigned>(std::min(batch, 65535)));
}

}  // namespace mlplab::gpu
