// The input gradient of a convolution as a product: dX [channels, pixels] = W̃ [channels, (outputs, taps)] · dỸ
// [(outputs, taps), pixels], where dỸ is the gradient of the output that has the pixel under this tap, and 0 where
// there is none. With a stride of s those are all but one of s · s: such convolutions, few in a network, multiply many
// zeros.
#include "gpu/kernels/convolution.h"
#include "gpu/kernels/convolution_tile.cuh"

namespace mlplab::gpu {
namespace {

struct InputGradient {
  SlidingWindow s;
  const float *dy, *w;
  float* dx;
  int pixels, depth;
  Divisor in_plane, in_width, kernel_area, kernel_width, stride_height, stride_width;
};

template <class Shape>
__global__ void __launch_bounds__(Shape::threads, blocks_wanted<Shape>) tiles_of_inputs(InputGradient c) {
  __shared__ float shared[Shape::shared_floats];
  const SlidingWindow& s = c.s;
  const TilePlace tile = tile_place<Shape>(s.in.channels);
  const OwnPixel own = own_pixel<Shape>(tile, c.in_plane, c.in_width);
  const int bottom = own.row + s.padding.height, right = own.column + s.padding.width;
  const std::size_t begin = place_of(s.out, own.image, 0, 0, 0);
  const int area = s.kernel.height * s.kernel.width;
  tile_product<Shape>(
      s.in.channels, c.pixels, c.depth, tile.i0, tile.j0, true, false,
      [&](int i, int p) {
        const int output = c.kernel_area.quotient(p), tap = p - c.kernel_area.product(output);
        return c.w[(static_cast<std::size_t>(output) * s.in.channels + i) * area + tap];
      },
      [&](int, int p) {
        const int output = c.kernel_area.quotient(p), tap = p - c.kernel_area.product(output);
        const int u = c.kernel_width.quotient(tap), down = bottom - u;
        const int across = right - (tap - c.kernel_width.product(u));
        if (down < 0 || across < 0) return 0.0F;
        const int i = c.stride_height.quotient(down), j = c.stride_width.quotient(across);
        const bool seen = c.stride_height.product(i) == down && c.stride_width.product(j) == across &&
                          i < s.out.height && j < s.out.width;
        return seen ? c.dy[begin + (output * s.out.height + i) * s.out.width + j] : 0.0F;
      },
      [&](int i, int j, float sum) {
        const int of = c.in_plane.quotient(j), at = j - c.in_plane.product(of);
        c.dx[place_of(s.in, of, i, 0, 0) + at] = sum;
      },
      shared);
}

template <class Shape>
cudaError_t start(cudaStream_t stream, const InputGradient& c) {
  return launch(tiles_of_inputs<Shape>, static_cast<unsigned>(tiles_of<Shape>(c.s.in.channels, c.pixels)),
                Shape::threads, stream, c);
}

}  // namespace

cudaError_t convolution_input_gradient_tiled(cudaStream_t stream, const SlidingWindow& s, const float* dy,
                                             const float* w, float* dx, int processors) {
  const int plane = s.in.height * s.in.width, area = s.kernel.height * s.kernel.width;
  const InputGradient c{s,
                        dy,
                        w,
                        dx,
                        s.batch * plane,
                        s.out.channels * area,
                        Divisor(plane),
                        Divisor(s.in.width),
                        Divisor(area),
                        Divisor(s.kernel.width),
                        Divisor(s.stride.height),
                        Divisor(s.stride.width)};
  return with_tile(s.in.channels, c.pixels, processors, [&](auto shape) { return start<decltype(shape)>(stream, c); });
}

}  // namespace mlplab::gpu
