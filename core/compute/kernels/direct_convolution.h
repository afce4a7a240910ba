// Convolutions as products that look up where the pixels lie (gathered_product), so that no matrix of them is written.
// Images are as image_layout.h has them; where windows reach past the border, an image is copied once, with zeros
// around it.
//
//   forward   C [pixels, out] = A [pixels, taps · in] · B [taps · in, out]
//   input     C [pixels, in] = A [pixels, taps · out] · B [taps · out, in], with A of dy
//   weights   C [taps · in, out] += A [taps · in, pixels] · B [pixels, out], the tables' roles exchanged, with B = dy
//
// Where the stride is not 1, the input's gradient is one such product for each group of pixels that see the same taps,
// so that no zero is multiplied.
// Workers share out the images; each has sums of its own for the weights, which are added up in their order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/compute/kernels/image_layout.h"
#include "core/model/reference/sliding.h"

namespace mlplab::kernels {

class DirectConvolution {
 public:
  /// `kernels` and `team` outlive it.
  DirectConvolution(const Kernels& kernels, Team& team);
  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y);
  void input_gradient(const Sliding& s, const float* dy, const float* w, float* dx);
  void weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw);

 private:
  /// Images with their border, as a worker lays them out.
  struct Bordered {
    Shape image;
    int pixel = 0;              // floats
    int height = 0, width = 0;  // with the border
    int top = 0, left = 0;      // where the image begins
    std::size_t size() const {
      return static_cast<std::size_t>(height) * static_cast<std::size_t>(width) * static_cast<std::size_t>(pixel);
    }
    bool is_copied() const { return height != image.height || width != image.width; }
    int place(int i, int j) const { return (i * width + j) * pixel; }
  };
  /// One product for each group of images: which pixels, which taps, where the weights are.
  struct Part {
    std::vector<std::int32_t> rows, depths, outputs;  // outputs: empty where they lie in a row
    std::size_t weights = 0;                          // in packed_
  };
  struct Worker {
    Aligned<float> images, outputs, sums, scratch;
  };

  int pixel_of(int channels) const { return pixel_size(kernels_, channels); }
  Bordered around(const Sliding& s) const;
  /// How many images of `pixels` make a product worth its while. Their places are 32-bit numbers: BackendError where
  /// an image of `floats` is too large for them.
  int together_of(const Sliding& s, std::size_t pixels, std::size_t floats) const;
  /// An image where the products may read it: `x` itself, or a copy with its border.
  const float* laid_out(const Bordered& bordered, int images, const float* x, Worker& own) const;
  /// The rows of `part` for each of `together` images, and all depths of a window's taps.
  void add_windows(const Sliding& s, const Bordered& bordered, int together, Part& part) const;
  void add_phase(const Sliding& s, const Bordered& bordered, int together, int row, int column, Part& part) const;
  void pack_forward(const ChannelPanels& panels, const Sliding& s, const float* w);
  void pack_phase(const ChannelPanels& panels, const Sliding& s, int row, int column, const float* w, float* to);
  /// y [batch, out] from x by all `parts`.
  void slide(const std::vector<Part>& parts, const ChannelPanels& panels, const Bordered& bordered, int batch,
             int together, const Shape& out, const float* x, const float* bias, Activation activation, float* y);
  void sum_workers(const ChannelPanels& panels, const Sliding& s, float* dw);

  const Kernels& kernels_;
  Team& team_;
  std::vector<Worker> workers_;
  Aligned<float> packed_, bias_;
};

}  // namespace mlplab::kernels
