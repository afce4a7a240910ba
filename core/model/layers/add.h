// The sum of two layers' outputs, y = f(a + b): the end of a residual block (He et al., 2016).
#pragma once

#include <vector>

#include "core/model/layers/activation.h"
#include "core/model/layers/window.h"

namespace mlplab {

struct Add {
  static constexpr const char* kind = "add";
  static constexpr int inputs = 2;

  Activation activation = Activation::identity;

  void check(const Shape& a, const Shape& b) const;
  Shape output(const Shape& a) const { return a; }
  std::vector<TensorSpec> tensors(const Shape& /*a*/) const { return {}; }
  double flops(const Shape& a) const { return static_cast<double>(a.size()); }
  void write(nlohmann::json& json) const;
  static Add read(JsonReader& reader);
  bool operator==(const Add&) const = default;
};

}  // namespace mlplab
