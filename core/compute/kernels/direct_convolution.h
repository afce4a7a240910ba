// Convolutions on the kernels of one instruction set. A picture is copied once, with its border of zeros; then every
// output pixel's row of sums, one a channel, is a row of gathered_product, which reads the picture in place:
//   forward        C [pixels, out] = A [pixels, taps] · Wᵀ [taps, out]
//   input          the same, of dy with zeros between its pixels where the stride is not 1, and w turned round
//   weights        C [taps, out] += A [taps, pixels] · D [pixels, out], the tables' roles exchanged
// Workers share out the pictures; each has sums of its own for the weights, which are added up in their order.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/compute/kernels/aligned.h"
#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"

namespace mlplab::kernels {

class DirectConvolution {
 public:
  /// `kernels` and `team` outlive it.
  DirectConvolution(const Kernels& kernels, Team& team);
  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y);
  void input_gradient(const Sliding& s, const float* dy, const float* w, float* dx);
  void weight_gradient(const Sliding& s, float alpha, const float* x, const float* dy, float* dw);

 private:
  /// A channel's numbers in panels of at most max_vectors vectors.
  struct Panels {
    int channels = 0, width = 0, count = 0;
    int first(int panel) const { return panel * width; }
    int channels_of(int panel) const { return channels - first(panel) < width ? channels - first(panel) : width; }
  };
  /// Pictures with their border, as a worker lays them out: picture (c, i, j) lies at place[c·plane + …].
  struct Bordered {
    int channels = 0, height = 0, width = 0;  // with the border
    int top = 0, left = 0;                    // where the picture begins
    int step_height = 1, step_width = 1;      // from one of its pixels to the next
    std::size_t size() const {
      return static_cast<std::size_t>(channels) * static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    }
  };
  struct Worker {
    Aligned<float> picture, panel, output, sums;
  };

  Panels panels_of(int channels) const;
  /// How many pictures make a product worth its while.
  int together_of(const Sliding& s, std::size_t pixels) const;
  /// rows_ of the pixels of `pictures` pictures, and depths_ of the taps of a window.
  void make_tables(const Bordered& bordered, int pictures, int pixels_high, int pixels_wide, int stride_high,
                   int stride_wide, const Extent& kernel);
  void copy_in(const Bordered& bordered, int height, int width, const float* x, float* to) const;
  /// packed_[panel][taps][width], 0 past the last channel; `fill` writes one panel.
  void pack(const Panels& panels, std::size_t taps, const std::function<void(int panel, float* to)>& fill);
  /// y [batch, channels, pixels] from pictures laid out by `bordered`.
  void slide(const Panels& panels, const Bordered& bordered, int batch, int together, const Shape& from,
             std::size_t pixels, std::size_t taps, const float* x, Activation activation, bool biased, float* y);

  const Kernels& kernels_;
  Team& team_;
  std::vector<Worker> workers_;
  std::vector<std::int32_t> rows_, depths_;
  Aligned<float> packed_, bias_;
};

}  // namespace mlplab::kernels
