// A window that slides over an image: what convolutions and poolings share.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/model/layers/tensor.h"

namespace mlplab {

class JsonReader;

struct Extent {
  int height = 1, width = 1;
  bool operator==(const Extent&) const = default;
};

struct Window {
  Extent kernel, stride, padding = {0, 0};

  /// Throws UsageError where such a window cannot be, or does not fit on the padded image once.
  void check(const Shape& input) const;
  /// `channels` of (size + 2 padding - kernel) / stride + 1 windows in height and in width.
  Shape output(int channels, const Shape& input) const;
  /// Members kernel, stride and padding, each a number or [height, width].
  void write(nlohmann::json& json) const;
  /// A missing stride is `stride` (0: the kernel), a missing padding 0. Throws UsageError.
  static Window read(JsonReader& reader, int stride);
  bool operator==(const Window&) const = default;
};

}  // namespace mlplab
