#include "core/model/parameters.h"

#include <cmath>

#include "core/base/random.h"

namespace mlplab {

ParameterLayout layout_of(const ModelSpec& spec) {
  constexpr std::size_t alignment = 16;  // floats: one cache line
  const auto padded = [](std::size_t size) { return (size + alignment - 1) / alignment * alignment; };
  ParameterLayout layout;
  for (std::size_t l = 0; l < spec.layers.size(); ++l) {
    LayerSlice slice{.in = spec.layer_inputs(l), .out = spec.layers[l].units};
    slice.weight = layout.size;
    slice.bias = slice.weight + padded(static_cast<std::size_t>(slice.in) * static_cast<std::size_t>(slice.out));
    layout.size = slice.bias + padded(static_cast<std::size_t>(slice.out));
    layout.layers.push_back(slice);
  }
  return layout;
}

std::vector<float> initial_parameters(const ModelSpec& spec, std::uint64_t seed) {
  const ParameterLayout layout = layout_of(spec);
  std::vector<float> parameters(layout.size, 0.0F);
  for (std::size_t l = 0; l < layout.layers.size(); ++l) {
    const LayerSlice& slice = layout.layers[l];
    const double fan = spec.initializer == Initializer::he ? slice.in : slice.in + slice.out;
    const auto limit = static_cast<float>(std::sqrt(6.0 / fan));
    Random random(seed, RandomStream::weights, static_cast<std::uint32_t>(l));
    const std::size_t count = static_cast<std::size_t>(slice.in) * static_cast<std::size_t>(slice.out);
    for (std::size_t i = 0; i < count; ++i) parameters[slice.weight + i] = limit * random.symmetric();
  }
  return parameters;
}

}  // namespace mlplab
