// Normalisation of images by numbers that are no weights, channel by channel: y = (x - mean) / std. The first layer
// of a network whose data are normalised, so that a kept model knows it. mean, std [channels], or one number for all of
// them. Computed in core/compute/layers/normalize_step.cpp.
#pragma once

#include <vector>

#include "core/model/layers/window.h"

namespace mlplab {

struct Normalize {
  static constexpr const char* kind = "normalize";
  static constexpr int inputs = 1;

  std::vector<double> mean = {0.0};
  std::vector<double> deviation = {1.0};  // `std` in JSON

  /// For each channel, [channels].
  std::vector<float> means(int channels) const;
  std::vector<float> variances(int channels) const;

  void check(const Shape& input) const;
  Shape output(const Shape& input) const { return input; }
  std::vector<TensorSpec> tensors(const Shape& /*input*/) const { return {}; }
  double flops(const Shape& input) const { return 2.0 * static_cast<double>(input.size()); }
  void write(nlohmann::json& json) const;
  static Normalize read(JsonReader& reader);
  bool operator==(const Normalize&) const = default;
};

}  // namespace mlplab
