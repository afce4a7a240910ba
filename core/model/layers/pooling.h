// One number for each window of each channel: its largest, or its mean. For the mean, pixels outside the image count as
// 0 and are counted, as in PyTorch; the largest is one of the pixels inside. A global average pooling takes the
// mean of the whole image. NaN in a window gives NaN. Computed in core/compute/layers/pooling_step.cpp.
#pragma once

#include <vector>

#include "core/model/layers/window.h"

namespace mlplab {

enum class Pooling { max, average };

template <Pooling which>
struct Pool {
  static constexpr const char* kind = which == Pooling::max ? "max_pool" : "average_pool";
  static constexpr int inputs = 1;

  Window window;

  void check(const Shape& input) const;
  Shape output(const Shape& input) const { return window.output(input.channels, input); }
  std::vector<TensorSpec> tensors(const Shape& /*input*/) const { return {}; }
  double flops(const Shape& input) const;
  void write(nlohmann::json& json) const { window.write(json); }
  static Pool read(JsonReader& reader) { return {Window::read(reader, 0)}; }
  bool operator==(const Pool&) const = default;
};
using MaxPool = Pool<Pooling::max>;
using AveragePool = Pool<Pooling::average>;

struct GlobalAveragePool {
  static constexpr const char* kind = "global_average_pool";
  static constexpr int inputs = 1;

  void check(const Shape& /*input*/) const {}
  Shape output(const Shape& input) const { return {input.channels, 1, 1}; }
  std::vector<TensorSpec> tensors(const Shape& /*input*/) const { return {}; }
  double flops(const Shape& input) const { return static_cast<double>(input.size()); }
  void write(nlohmann::json& /*json*/) const {}
  static GlobalAveragePool read(JsonReader& /*reader*/) { return {}; }
  bool operator==(const GlobalAveragePool&) const = default;
};

}  // namespace mlplab
