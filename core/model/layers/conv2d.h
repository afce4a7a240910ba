// A convolution of images (a cross-correlation, as everywhere in this field):
//   y(o, i, j) = f(b(o) + Σ_c,p,q x(c, i·stride + p - padding, j·stride + q - padding) · w(o, c, p, q))
// x [batch, in, height, width], w [channels, in, kernel], b [channels] or none, y [batch, channels, …]; pixels outside
// the image are 0. Computed in core/compute/layers/conv2d_step.cpp.
#pragma once

#include <vector>

#include "core/model/layers/activation.h"
#include "core/model/layers/window.h"

namespace mlplab {

struct Conv2d {
  static constexpr const char* kind = "conv2d";
  static constexpr int inputs = 1;

  int channels = 0;
  Window window;
  bool bias = true;
  Activation activation = Activation::identity;

  void check(const Shape& input) const;
  Shape output(const Shape& input) const { return window.output(channels, input); }
  std::vector<TensorSpec> tensors(const Shape& input) const;
  double flops(const Shape& input) const;
  void write(nlohmann::json& json) const;
  static Conv2d read(JsonReader& reader);
  bool operator==(const Conv2d&) const = default;
};

}  // namespace mlplab
