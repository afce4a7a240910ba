// Dropout (Srivastava et al., 2014): in training each number is kept with probability 1 - rate and multiplied by
// 1 / (1 - rate), else it is 0; in use nothing happens. Which are kept is a function of the run's seed, the step, the
// node and the number's place in the whole batch (reference/dropout.h), so it is the same on every backend, with any
// number of workers, and in a run that was resumed.
#pragma once

#include <vector>

#include "core/model/layers/window.h"

namespace mlplab {

struct Dropout {
  static constexpr const char* kind = "dropout";
  static constexpr int inputs = 1;

  double rate = 0.5;

  void check(const Shape& input) const;
  Shape output(const Shape& input) const { return input; }
  std::vector<TensorSpec> tensors(const Shape& /*input*/) const { return {}; }
  double flops(const Shape& input) const { return static_cast<double>(input.size()); }
  void write(nlohmann::json& json) const;
  static Dropout read(JsonReader& reader);
  bool operator==(const Dropout&) const = default;
};

}  // namespace mlplab
