// dX [channels, pixels] = W̃ [channels, (outputs, taps)] · dỸ [(outputs, taps), pixels], where dỸ is the gradient of the
// output that has the pixel under this tap, and 0 where there is none. With a stride of s a pixel is seen by every s-th
// tap only, and neighbours by others: each s-th pixel, down and across, is a product of its own, whose windows move by
// single steps and whose taps are those that see it.
#include "gpu/kernels/convolution_tile.cuh"

namespace mlplab::gpu {
namespace {

struct WeightsOfInputs {
  static constexpr bool along_p = true;
  const float* w;  // the first tap's
  int area;
  Taps taps;  // of the seeing ones among all
  using Row = const float*;
  using Place = Tap;
  __device__ Row row(int i) const { return w + static_cast<std::size_t>(i) * area; }
  __device__ Place place(int p) const { return taps.at(p); }
  __device__ void advance(Place* place, int /*p*/) const { taps.advance(place); }
  __device__ float value(Row row, const Place& place, bool there) const { return there ? row[place.offset] : 0.0F; }
};

}  // namespace

cudaError_t convolution_input_gradient_tiled(cudaStream_t stream, const SlidingWindow& s, const InputPhase& phase,
                                             const float* dy, const float* w, float* dx, const TilePlan& plan,
                                             float* sums) {
  const ProductSize size = input_gradient_product(s, phase);
  const int area = s.kernel.height * s.kernel.width, plane = phase.height.pixels * phase.width.pixels;
  if (plane == 0) return cudaSuccess;
  const int taps_high = phase.height.taps, taps_wide = phase.width.taps;
  const Divisor seeing(std::max(taps_high * taps_wide, 1)), wide(std::max(taps_wide, 1));
  const WeightsOfInputs weights{
      w + phase.height.tap * s.kernel.width + phase.width.tap,
      area,
      {seeing, wide, taps_high, 1, s.in.channels * area, s.stride.height * s.kernel.width, s.stride.width}};
  const TapsOfWindows gradients{
      {dy, s.out, Divisor(plane), Divisor(phase.width.pixels), {1, 1}, {-phase.height.window, -phase.width.window}},
      {seeing, wide, taps_high, -1, s.out.height * s.out.width, -s.out.width, -1}};
  const Pixels pixels{dx,
                      static_cast<std::size_t>(size_of(s.in)),
                      s.in.height * s.in.width,
                      Divisor(plane),
                      Divisor(phase.width.pixels),
                      phase.height.pixel * s.in.width + phase.width.pixel,
                      s.stride.height * s.in.width,
                      s.stride.width};
  return multiply(stream, size, weights, gradients, {pixels}, plan, sums);
}

}  // namespace mlplab::gpu
