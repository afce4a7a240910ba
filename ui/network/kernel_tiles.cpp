#include "ui/network/kernel_tiles.h"

namespace mlplab {

KernelTiles kernel_tiles_of(const Layer& layer, const Shape& in) {
  if (const auto* conv = std::get_if<Conv2d>(&layer))
    return {{conv->channels * in.channels, conv->window.kernel.height, conv->window.kernel.width},
            conv->channels,
            in.channels};
  if (const auto* dense = std::get_if<Dense>(&layer); dense != nullptr && !in.is_vector())
    return {{dense->units * in.channels, in.height, in.width}, dense->units, in.channels};
  return {};
}

std::vector<float> kernel_values(const TrainingState& state, const Network& network, std::size_t node,
                                 const Shape& tiles) {
  const Tensor& weight = network.tensor(node, "weight");
  const auto first = state.parameters.begin() + static_cast<std::ptrdiff_t>(weight.offset);
  return {first, first + static_cast<std::ptrdiff_t>(tiles.size())};
}

}  // namespace mlplab
