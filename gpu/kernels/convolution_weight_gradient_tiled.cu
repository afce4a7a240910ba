// dW [outputs, taps] = dY [outputs, pixels] · X̃ᵀ [pixels, taps], the pixels being those of all images.
#include "gpu/kernels/convolution_tile.cuh"

namespace mlplab::gpu {
namespace {

struct GradientsOfOutputs {
  static constexpr bool along_p = true;
  const float* dy;
  int channels;
  Divisor plane;
  using Row = int;
  using Place = const float*;
  __device__ Row row(int i) const { return plane.product(i); }
  __device__ Place place(int p) const {
    const int image = plane.quotient(p);
    return dy + static_cast<std::size_t>(image) * channels * plane.divisor + (p - plane.product(image));
  }
  __device__ void advance(Place* place, int p) const { *place = this->place(p); }
  __device__ float value(Row row, Place place, bool there) const { return there ? place[row] : 0.0F; }
};

/// Rows are taps, and places windows.
struct WindowsOfTaps {
  static constexpr bool along_p = true;
  Windows windows;
  Taps taps;
  using Row = Tap;
  using Place = Window;
  __device__ Row row(int j) const { return taps.at(j); }
  __device__ Place place(int p) const { return windows.at(p); }
  __device__ void advance(Place* place, int p) const { *place = windows.at(p); }
  __device__ float value(const Row& row, const Place& place, bool there) const {
    return windows.under(place, row, there);
  }
};

}  // namespace

cudaError_t convolution_weight_gradient_tiled(cudaStream_t stream, const SlidingWindow& s, const float* x,
                                              const float* dy, float* dw, const TilePlan& plan, float* sums) {
  const ProductSize size = weight_gradient_product(s);
  return multiply(stream, size, GradientsOfOutputs{dy, s.out.channels, Divisor(s.out.height * s.out.width)},
                  WindowsOfTaps{windows_of(s, x), taps_of(s)}, {{dw, 0, size.n, Divisor(size.n), Divisor(size.n)}},
                  plan, sums);
}

}  // namespace mlplab::gpu
