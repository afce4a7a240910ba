// Convolutions of 3 × 3 and stride 1 by Winograd's products (winograd-inl.h): a quarter of the multiplications of
// direct ones, for transforms of images, weights and gradients. Images are as image_layout.h has them.
//   forward, input gradient   for each of 36 points C [tiles, out] = A [tiles, in] · B [in, out]
//   weights                   for each point C [in, out] += A [in, tiles] · B [tiles, out]
// Tiles are taken in groups that stay in the second-level cache where they can. Workers share out the rows of tiles;
// each has sums of its own for the weights, which are added up in their order.
#pragma once

#include <vector>

#include "core/compute/kernels/image_layout.h"
#include "core/model/reference/sliding.h"

namespace mlplab::kernels {

class WinogradConvolution {
 public:
  /// `kernels` and `team` outlive it.
  WinogradConvolution(const Kernels& kernels, Team& team);
  /// Whether it can compute such a convolution and takes less time than a direct one.
  bool pays(const Sliding& s) const;
  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y);
  void input_gradient(const Sliding& s, const float* dy, const float* w, float* dx);
  void weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw);

 private:
  /// Tiles of 4 × 4 outputs, of all images.
  struct Cut {
    int high = 0, wide = 0;  // tiles of an image
    int rows = 0;            // of tiles that are taken together
    int tiles() const { return rows * wide; }
  };
  struct Worker {
    Aligned<float> in, out, sums, scratch;
  };

  static Cut tiles_of(const Shape& outputs);
  Cut cut_of(const Sliding& s, const Shape& outputs) const;
  /// Floats from one point to the next: not a power of two, or all 36 would fall into one set of the cache.
  static std::ptrdiff_t plane_of(int tiles, int channels) { return std::ptrdiff_t(tiles) * channels + 16; }
  /// Calls work(image, its rows of tiles, tiles before them) for the images of a group of rows.
  template <class Work>
  void for_images(const Cut& cut, const Share& rows, const Work& work) const;
  /// y = f(bias + the windows of x, `top` and `left` outside, times packed_).
  void multiply(const Sliding& s, const Shape& from, const Shape& to, const Extent& outside, const float* x,
                const float* bias, Activation activation, float* y);
  void pack(const ChannelPanels& panels, const Sliding& s, bool turned, const float* w);

  const Kernels& kernels_;
  Team& team_;
  std::vector<Worker> workers_;
  Aligned<float> packed_, bias_;
};

}  // namespace mlplab::kernels
