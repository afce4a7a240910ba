// Batch normalisation (Ioffe and Szegedy, 2015), channel by channel, with PyTorch's names and conventions:
//   y = f(w · (x - m) / sqrt(v + eps) + b)
// In training m and v are the mean and the biased variance of the batch's numbers n = batch · height · width, and the
// running ones follow: running = (1 - momentum) · running + momentum · batch's, the variance times n / (n - 1). In use
// m and v are the running ones. w, b, running_mean, running_var [channels]. Computed in
// core/compute/layers/batch_norm_step.cpp.
#pragma once

#include <vector>

#include "core/model/layers/activation.h"
#include "core/model/layers/window.h"

namespace mlplab {

struct BatchNorm {
  static constexpr const char* kind = "batch_norm";
  static constexpr int inputs = 1;

  double momentum = 0.1;
  double epsilon = 1e-5;
  Activation activation = Activation::identity;

  void check(const Shape& input) const;
  Shape output(const Shape& input) const { return input; }
  std::vector<TensorSpec> tensors(const Shape& input) const;
  double flops(const Shape& input) const { return 4.0 * static_cast<double>(input.size()); }
  void write(nlohmann::json& json) const;
  static BatchNorm read(JsonReader& reader);
  bool operator==(const BatchNorm&) const = default;
};

}  // namespace mlplab
