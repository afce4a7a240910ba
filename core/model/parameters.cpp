#include "core/model/parameters.h"

#include "core/model/network.h"

namespace mlplab {

ParameterLayout layout_of(const ModelSpec& spec) {
  const Network network = network_of(spec);
  ParameterLayout layout{.layers = {}, .size = network.parameters_size};
  for (std::size_t l = 0; l < spec.layers.size(); ++l)
    layout.layers.push_back({.weight = network.tensor(l, "weight").offset,
                             .bias = network.tensor(l, "bias").offset,
                             .in = l == 0 ? spec.inputs() : dense_layer(spec, l - 1).units,
                             .out = dense_layer(spec, l).units});
  return layout;
}

}  // namespace mlplab
