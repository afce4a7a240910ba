#include "core/compute/layers/layer_step.h"

#include "core/compute/layers/dense_step.h"

namespace mlplab {

std::unique_ptr<LayerStep> make_layer_step(Backend& backend, const ModelSpec& spec, const Network& network,
                                           std::size_t node) {
  struct Make {
    Backend& backend;
    const Network& network;
    std::size_t node;
    std::unique_ptr<LayerStep> operator()(const Dense& dense) const {
      return make_dense_step(backend, dense, network, node);
    }
  };
  return std::visit(Make{backend, network, node}, spec.layers[node].layer);
}

}  // namespace mlplab
