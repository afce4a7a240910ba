// Layers without weights that give each number a new one: an activation as a layer of its own, y = f(x), and flatten,
// which takes an image as the vector of its numbers.
#pragma once

#include <vector>

#include "core/model/layers/activation.h"
#include "core/model/layers/window.h"

namespace mlplab {

struct ActivationLayer {
  static constexpr const char* kind = "activation";
  static constexpr int inputs = 1;

  Activation activation = Activation::relu;

  void check(const Shape& /*input*/) const {}
  Shape output(const Shape& input) const { return input; }
  std::vector<TensorSpec> tensors(const Shape& /*input*/) const { return {}; }
  double flops(const Shape& input) const { return static_cast<double>(input.size()); }
  void write(nlohmann::json& json) const;
  static ActivationLayer read(JsonReader& reader);
  bool operator==(const ActivationLayer&) const = default;
};

struct Flatten {
  static constexpr const char* kind = "flatten";
  static constexpr int inputs = 1;

  void check(const Shape& /*input*/) const {}
  Shape output(const Shape& input) const { return {static_cast<int>(input.size()), 1, 1}; }
  std::vector<TensorSpec> tensors(const Shape& /*input*/) const { return {}; }
  double flops(const Shape& /*input*/) const { return 0.0; }
  void write(nlohmann::json& /*json*/) const {}
  static Flatten read(JsonReader& /*reader*/) { return {}; }
  bool operator==(const Flatten&) const = default;
};

}  // namespace mlplab
