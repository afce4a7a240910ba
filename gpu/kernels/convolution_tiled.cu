// Y [channels, pixels] = W [channels, taps] · X̃ [taps, pixels], pixels being those of all images. Neighbouring threads
// read neighbouring pixels, and write such.
#include "gpu/kernels/bias_activation.h"
#include "gpu/kernels/convolution_tile.cuh"

namespace mlplab::gpu {
namespace {

struct WeightsOfOutputs {
  static constexpr bool along_p = true;
  const float* w;
  int taps;
  using Row = const float*;
  using Place = int;
  __device__ Row row(int i) const { return w + static_cast<std::size_t>(i) * taps; }
  __device__ Place place(int p) const { return p; }
  __device__ void advance(Place* place, int p) const { *place = p; }
  __device__ float value(Row row, Place place, bool there) const { return there ? row[place] : 0.0F; }
};

}  // namespace

cudaError_t convolution_tiled(cudaStream_t stream, const SlidingWindow& s, const float* x, const float* w,
                              const float* bias, Activation activation, float* y, const TilePlan& plan, float* sums) {
  const ProductSize size = forward_product(s);
  const int plane = s.out.height * s.out.width;
  // Each of a thread's outputs would have the code of all activations: other ones than these get a kernel of their own.
  const bool within = activation == Activation::identity || activation == Activation::relu;
  const cudaError_t started =
      multiply(stream, size, WeightsOfOutputs{w, size.k}, TapsOfWindows{windows_of(s, x), taps_of(s)},
               {{y, static_cast<std::size_t>(size_of(s.out)), plane, Divisor(plane), Divisor(plane)},
                within ? bias : nullptr,
                activation == Activation::relu},
               plan, sums);
  if (within || started != cudaSuccess) return started;
  return bias_activation(stream, s.batch, s.out.channels, plane, bias, activation, y);
}

}  // namespace mlplab::gpu
