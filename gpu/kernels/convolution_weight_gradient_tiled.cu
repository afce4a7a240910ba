// The weight gradient of a convolution as a product over the pixels of all images: dW [outputs, taps] = dY [outputs,
// pixels] · X̃ᵀ [pixels, taps]. Weights are few and pixels many: so that all multiprocessors have work, the pixels are
// cut into parts, each part's sums are written aside, and a second kernel adds them up in the order of the parts, which
// atomic additions would not keep.
#include "gpu/kernels/convolution.h"
#include "gpu/kernels/convolution_tile.cuh"

namespace mlplab::gpu {
namespace {

struct WeightGradient {
  SlidingWindow s;
  const float *x, *dy;
  float* sums;  // [parts, outputs, taps]
  int pixels, taps, part;
  Divisor out_plane, out_width, kernel_area, kernel_width;
};

template <class Shape>
__global__ void __launch_bounds__(Shape::threads, blocks_wanted<Shape>) tiles_of_weights(WeightGradient c) {
  __shared__ float shared[Shape::shared_floats];
  const SlidingWindow& s = c.s;
  const int across = (c.taps + Shape::columns - 1) / Shape::columns;
  const int i0 = static_cast<int>(blockIdx.x) / across * Shape::rows;
  const int j0 = static_cast<int>(blockIdx.x) % across * Shape::columns;
  const int first = static_cast<int>(blockIdx.y) * c.part;
  const int count = c.pixels - first < c.part ? c.pixels - first : c.part;
  float* const sums = c.sums + static_cast<std::size_t>(blockIdx.y) * s.out.channels * c.taps;
  tile_product<Shape>(
      s.out.channels, c.taps, count, i0, j0, true, true,
      [&](int i, int p) {
        const int image = c.out_plane.quotient(first + p), pixel = first + p - c.out_plane.product(image);
        return c.dy[place_of(s.out, image, i, 0, 0) + pixel];
      },
      [&](int j, int p) {
        const int image = c.out_plane.quotient(first + p), pixel = first + p - c.out_plane.product(image);
        const int row = c.out_width.quotient(pixel), column = pixel - c.out_width.product(row);
        const int channel = c.kernel_area.quotient(j), tap = j - c.kernel_area.product(channel);
        const int u = c.kernel_width.quotient(tap);
        const int y = row * s.stride.height - s.padding.height + u;
        const int x = column * s.stride.width - s.padding.width + tap - c.kernel_width.product(u);
        const bool inside = y >= 0 && y < s.in.height && x >= 0 && x < s.in.width;
        return inside ? c.x[place_of(s.in, image, channel, y, x)] : 0.0F;
      },
      [&](int i, int j, float sum) { sums[static_cast<std::size_t>(i) * c.taps + j] = sum; }, shared);
}

__global__ void add_parts(int count, int parts, const float* sums, float* dw) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= count) return;
  float sum = 0.0F;
  for (int part = 0; part < parts; ++part) sum += sums[static_cast<std::size_t>(part) * count + at];
  dw[at] = sum;
}

/// How the pixels are cut: `parts` of `part` each, the last one shorter. Rounding may leave fewer than `most`.
struct Cut {
  int pixels, taps, most, part, parts;
};

long long tiles_for(int outputs, int taps) {
  if (outputs > 64 && taps > 64) return tiles_of<LargeTile>(outputs, taps);
  if (outputs > 32 && taps > 32) return tiles_of<MediumTile>(outputs, taps);
  return tiles_of<SmallTile>(outputs, taps);
}

Cut cut(const SlidingWindow& s, int processors) {
  constexpr int least = 512;             // pixels that are worth the writing of a part
  constexpr int blocks_a_processor = 4;  // so that one waits for memory while others compute
  Cut cut{};
  cut.pixels = s.batch * s.out.height * s.out.width;
  cut.taps = s.in.channels * s.kernel.height * s.kernel.width;
  const long long tiles = tiles_for(s.out.channels, cut.taps);
  const long long wanted = (blocks_a_processor * static_cast<long long>(processors) + tiles - 1) / tiles;
  const long long most = (static_cast<long long>(cut.pixels) + least - 1) / least;
  cut.most = static_cast<int>(std::max(1LL, std::min(wanted, most)));
  cut.part = (cut.pixels + cut.most - 1) / cut.most;
  cut.parts = (cut.pixels + cut.part - 1) / cut.part;
  return cut;
}

template <class Shape>
cudaError_t start(cudaStream_t stream, const WeightGradient& c, int parts) {
  const dim3 grid(static_cast<unsigned>(tiles_of<Shape>(c.s.out.channels, c.taps)), static_cast<unsigned>(parts));
  return launch(tiles_of_weights<Shape>, grid, Shape::threads, stream, c);
}

}  // namespace

std::size_t convolution_weight_gradient_scratch(const SlidingWindow& s, int processors) {
  const Cut c = cut(s, processors);
  return c.most == 1 ? 0 : static_cast<std::size_t>(c.most) * s.out.channels * c.taps;
}

cudaError_t convolution_weight_gradient_tiled(cudaStream_t stream, const SlidingWindow& s, const float* x,
                                              const float* dy, float* dw, float* scratch, int processors) {
  const Cut parts = cut(s, processors);
  const bool whole = parts.parts == 1;
  const WeightGradient c{s,
                         x,
                         dy,
                         whole ? dw : scratch,
                         parts.pixels,
                         parts.taps,
                         parts.part,
                         Divisor(s.out.height * s.out.width),
                         Divisor(s.out.width),
                         Divisor(s.kernel.height * s.kernel.width),
                         Divisor(s.kernel.width)};
  const int outputs = s.out.channels;
  const cudaError_t started = outputs > 64 && c.taps > 64   ? start<LargeTile>(stream, c, parts.parts)
                              : outputs > 32 && c.taps > 32 ? start<MediumTile>(stream, c, parts.parts)
                                                            : start<SmallTile>(stream, c, parts.parts);
  if (whole || started != cudaSuccess) return started;
  const int count = outputs * c.taps;
  return launch(add_parts, blocks_for(count, 128), 128, stream, count, parts.parts, static_cast<const float*>(scratch),
                dw);
}

}  // namespace mlplab::gpu
