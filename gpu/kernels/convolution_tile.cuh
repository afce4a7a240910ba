// Convolutions and their gradients as products whose operands are looked up in the images in place, so that no matrix
// of pixels is written.
#pragma once

#include "gpu/kernels/convolution.h"
#include "gpu/kernels/shapes.cuh"
#include "gpu/kernels/sliding.cuh"

namespace mlplab::gpu {

/// Where a window lies on an image: its first pixel, which may be over the edge.
struct Window {
  const float* corner;
  int top, left;
};
/// A place in a window, and how far its pixel is from the window's first one.
struct Tap {
  int offset, down, across;
};

/// All windows of a batch of images, by number.
struct Windows {
  const float* images;
  Planes image;
  Divisor plane, width;  // of the windows of an image
  Steps2d stride;
  Steps2d padding;

  __device__ Window at(int number) const {
    const int of = plane.quotient(number), place = number - plane.product(of), row = width.quotient(place);
    const int top = row * stride.height - padding.height;
    const int left = (place - width.product(row)) * stride.width - padding.width;
    return {images + static_cast<std::ptrdiff_t>(of) * image.channels * image.height * image.width +
                (static_cast<std::ptrdiff_t>(top) * image.width + left),
            top, left};
  }
  /// The pixel under a tap, 0 over the edge.
  __device__ float under(const Window& window, const Tap& tap, bool there) const {
    const bool inside = there & (static_cast<unsigned>(window.top + tap.down) < static_cast<unsigned>(image.height)) &
                        (static_cast<unsigned>(window.left + tap.across) < static_cast<unsigned>(image.width));
    return inside ? window.corner[tap.offset] : 0.0F;
  }
};

/// All taps of all channels, by number: forwards in the image, or backwards with step -1.
struct Taps {
  Divisor area, width;
  int height, step;
  int channel_offset, row_offset, column_offset;

  __device__ Tap at(int number) const {
    const int channel = area.quotient(number), place = number - area.product(channel);
    const int row = width.quotient(place), column = place - width.product(row);
    return {channel * channel_offset + row * row_offset + column * column_offset, row * step, column * step};
  }
  __device__ void advance(Tap* tap) const {
    // Without branches, which would keep reads apart that can be asked for together.
    tap->across += step, tap->offset += column_offset;
    const bool row_ends = tap->across == width.product(step);
    tap->across = row_ends ? 0 : tap->across, tap->down += row_ends ? step : 0;
    tap->offset += row_ends ? row_offset - width.product(column_offset) : 0;
    const bool channel_ends = tap->down == height * step;
    tap->down = channel_ends ? 0 : tap->down;
    tap->offset += channel_ends ? channel_offset - height * row_offset : 0;
  }
};

inline Windows windows_of(const SlidingWindow& s, const float* x) {
  return {x, s.in, Divisor(s.out.height * s.out.width), Divisor(s.out.width), s.stride, s.padding};
}
inline Taps taps_of(const SlidingWindow& s) {
  return {Divisor(s.kernel.height * s.kernel.width),
          Divisor(s.kernel.width),
          s.kernel.height,
          1,
          s.in.height * s.in.width,
          s.in.width,
          1};
}

/// Rows are windows and places taps: outputs from inputs, and inputs' gradients from outputs'.
struct TapsOfWindows {
  static constexpr bool along_p = false;
  Windows windows;
  Taps taps;
  using Row = Window;
  using Place = Tap;
  __device__ Row row(int j) const { return windows.at(j); }
  __device__ Place place(int p) const { return taps.at(p); }
  __device__ void advance(Place* place, int /*p*/) const { taps.advance(place); }
  __device__ float value(const Row& row, const Place& place, bool there) const {
    return windows.under(row, place, there);
  }
};

/// Images that a product's columns are pixels of: column j of row i is a number of image j / plane.
struct Pixels {
  float* images;
  std::size_t image;  // numbers of one
  int channel;        // numbers of a channel
  Divisor plane, width;
  int first = 0, row_step = 0, column_step = 1;

  __device__ float& at(int i, int j) const {
    const int of = plane.quotient(j), place = j - plane.product(of), row = width.quotient(place);
    return images[of * image + static_cast<std::size_t>(i) * channel + first + row * row_step +
                  (place - width.product(row)) * column_step];
  }
};

/// Where a product's sums go, and through which bias and activation.
struct Target {
  Pixels pixels;
  const float* bias = nullptr;  // of rows
  bool relu = false;
};

__device__ inline void store(const Target& to, int i, int j, float sum) {
  if (to.bias != nullptr) sum += to.bias[i];
  to.pixels.at(i, j) = to.relu ? activate(Activation::relu, sum) : sum;
}

/// A block's tile, one of the parts of its sum: `sums` [parts, m, n] where there are several.
template <class Shape, class A, class B>
__global__ void __launch_bounds__(Shape::threads, Shape::least_blocks)
    tiles_of_windows(ProductSize size, A a, B b, Target to, int part, float* sums) {
  alignas(16) __shared__ float shared[Shape::shared_floats];
  // Blocks one after the other have the same pixels and other channels: the pixels are then still in the cache.
  const int down = (size.m + Shape::rows - 1) / Shape::rows, block = static_cast<int>(blockIdx.x);
  const int i0 = block % down * Shape::rows, j0 = block / down * Shape::columns;
  const int first = static_cast<int>(blockIdx.y) * part, end = size.k - first < part ? size.k : first + part;
  float* const own = sums == nullptr ? nullptr : sums + static_cast<std::size_t>(blockIdx.y) * size.m * size.n;
  const auto keep = [&](int i, int j, float sum) {
    if (own != nullptr)
      own[static_cast<std::size_t>(i) * size.n + j] = sum;
    else
      store(to, i, j, sum);
  };
  if constexpr (Shape::on_tensor_cores)
    tensor_product<Shape>(size.m, size.n, first, end, i0, j0, a, b, keep, shared);
  else
    tile_product<Shape>(
        size.m, size.n, end - first, i0, j0, A::along_p, B::along_p,
        [&](int i, int p) { return a.value(a.row(i), a.place(first + p), true); },
        [&](int j, int p) { return b.value(b.row(j), b.place(first + p), true); }, keep, shared);
}

/// Adds up the parts in their order, which atomic additions would not keep.
static __global__ void add_parts(ProductSize size, Target to, int parts, const float* sums) {
  const std::size_t count = static_cast<std::size_t>(size.m) * size.n;
  const std::size_t at = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (at >= count) return;
  float sum = 0.0F;
  for (int part = 0; part < parts; ++part) sum += sums[part * count + at];
  const int i = static_cast<int>(at / size.n);
  store(to, i, static_cast<int>(at - static_cast<std::size_t>(i) * size.n), sum);
}

/// The product by the plan's tiles. `sums` [parts, m, n] may be null where there is one part.
template <class A, class B>
cudaError_t multiply(cudaStream_t stream, const ProductSize& size, const A& a, const B& b, const Target& to,
                     const TilePlan& plan, float* sums) {
  if (plan.parts == 1) sums = nullptr;
  const cudaError_t started = with_shape(plan.shape, [&](auto shape) {
    using Shape = decltype(shape);
    const dim3 grid(static_cast<unsigned>(tiles_of<Shape>(size.m, size.n)), static_cast<unsigned>(plan.parts));
    return launch(tiles_of_windows<Shape, A, B>, grid, Shape::threads, stream, size, a, b, to, plan.part, sums);
  });
  if (plan.parts == 1 || started != cudaSuccess) return started;
  return launch(add_parts, blocks_for(static_cast<std::size_t>(size.m) * size.n, 128), 128, stream, size, to,
                plan.parts, static_cast<const float*>(sums));
}

}  // namespace mlplab::gpu
