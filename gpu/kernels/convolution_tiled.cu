// A convolution as a product that writes no matrix of pixels: Y [channels, pixels] = W [channels, taps] · X̃ [taps,
// pixels], pixels being those of all images, and X̃ looked up where it lies. Neighbouring threads read neighbouring
// pixels, and write such.
#include "gpu/kernels/convolution.h"
#include "gpu/kernels/convolution_tile.cuh"

namespace mlplab::gpu {
namespace {

struct Forward {
  SlidingWindow s;
  const float *x, *w, *bias;
  Activation activation;
  float* y;
  int pixels, taps;
  Divisor out_plane, out_width, kernel_area, kernel_width;
};

template <class Shape>
__global__ void __launch_bounds__(Shape::threads, blocks_wanted<Shape>) tiles_of_outputs(Forward c) {
  __shared__ float shared[Shape::shared_floats];
  const SlidingWindow& s = c.s;
  const TilePlace tile = tile_place<Shape>(s.out.channels);
  const OwnPixel own = own_pixel<Shape>(tile, c.out_plane, c.out_width);
  const int top = own.row * s.stride.height - s.padding.height, left = own.column * s.stride.width - s.padding.width;
  const std::size_t begin = place_of(s.in, own.image, 0, 0, 0);
  tile_product<Shape>(
      s.out.channels, c.pixels, c.taps, tile.i0, tile.j0, true, false,
      [&](int i, int p) { return c.w[static_cast<std::size_t>(i) * c.taps + p]; },
      [&](int, int p) {
        const int channel = c.kernel_area.quotient(p), tap = p - c.kernel_area.product(channel);
        const int u = c.kernel_width.quotient(tap), i = top + u, j = left + tap - c.kernel_width.product(u);
        const bool inside = i >= 0 && i < s.in.height && j >= 0 && j < s.in.width;
        return inside ? c.x[begin + (channel * s.in.height + i) * s.in.width + j] : 0.0F;
      },
      [&](int i, int j, float sum) {
        const int of = c.out_plane.quotient(j), at = j - c.out_plane.product(of);
        if (c.bias != nullptr) sum += c.bias[i];
        c.y[place_of(s.out, of, i, 0, 0) + at] = activate(c.activation, sum);
      },
      shared);
}

template <class Shape>
cudaError_t start(cudaStream_t stream, const Forward& c) {
  return launch(tiles_of_outputs<Shape>, static_cast<unsigned>(tiles_of<Shape>(c.s.out.channels, c.pixels)),
                Shape::threads, stream, c);
}

}  // namespace

cudaError_t convolution_tiled(cudaStream_t stream, const SlidingWindow& s, const float* x, const float* w,
                              const float* bias, Activation activation, float* y, int processors) {
  const int plane = s.out.height * s.out.width, area = s.kernel.height * s.kernel.width;
  const Forward c{s,
                  x,
                  w,
                  bias,
                  activation,
                  y,
                  s.batch * plane,
                  s.in.channels * area,
                  Divisor(plane),
                  Divisor(s.out.width),
                  Divisor(area),
                  Divisor(s.kernel.width)};
  return with_tile(s.out.channels, c.pixels, processors, [&](auto shape) { return start<decltype(shape)>(stream, c); });
}

}  // namespace mlplab::gpu
