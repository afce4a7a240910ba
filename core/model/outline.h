// A network that may be wrong, as far as it can be worked out: what an editor shows while it is being changed.
#pragma once

#include <optional>

#include "core/base/error.h"
#include "core/model/network.h"

namespace mlplab {

struct Outline {
  /// Shapes, inputs, names, tensors and flops of the layers before the first fault. An unused output is a fault too,
  /// but does not hide the layers behind it.
  Network network;
  std::optional<UsageError> fault;
  std::size_t faulty = 0;   // the layer that `fault` is about
  std::string fault_alone;  // its sentence without the layer's place and name, for display at the layer

  /// The parameters of one layer of `network`, without the padding.
  std::size_t parameter_count(std::size_t node) const;
};

/// The first fault that network_of() throws, with its place.
Outline outline_of(const ModelSpec& spec);

}  // namespace mlplab
