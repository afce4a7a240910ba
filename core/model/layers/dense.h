// A fully connected layer: y = f(x Wᵀ + b), x [batch, in], W [units, in], b [units], y [batch, units]. An image is
// taken as the vector of its numbers. Computed in core/compute/layers/dense_step.cpp.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/model/layers/activation.h"
#include "core/model/layers/tensor.h"

namespace mlplab {

class JsonReader;

struct Dense {
  static constexpr const char* kind = "dense";
  static constexpr int inputs = 1;

  int units = 0;
  Activation activation = Activation::identity;

  /// Throws UsageError where the layer cannot take such an input, or is not valid.
  void check(const Shape& input) const;
  Shape output(const Shape& input) const;  // {units, 1, 1}
  std::vector<TensorSpec> tensors(const Shape& input) const;
  /// Floating-point operations of the forward pass of one example.
  double flops(const Shape& input) const;
  void write(nlohmann::json& json) const;
  static Dense read(JsonReader& reader);  // Throws UsageError
  bool operator==(const Dense&) const = default;
};

}  // namespace mlplab
