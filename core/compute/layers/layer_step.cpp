#include "core/compute/layers/layer_step.h"

#include "core/compute/layers/add_step.h"
#include "core/compute/layers/batch_norm_step.h"
#include "core/compute/layers/conv2d_step.h"
#include "core/compute/layers/dense_step.h"
#include "core/compute/layers/dropout_step.h"
#include "core/compute/layers/normalize_step.h"
#include "core/compute/layers/pooling_step.h"

namespace mlplab {

const Shape& input_shape(const ModelSpec& spec, const Network& network, std::size_t node) {
  const int input = network.inputs[node].front();
  return input < 0 ? spec.input : network.shapes[static_cast<std::size_t>(input)];
}

std::unique_ptr<LayerStep> make_layer_step(Backend& backend, const ModelSpec& spec, const Network& network,
                                           std::size_t node) {
  struct Make {
    Backend& backend;
    const Network& network;
    std::size_t node;
    Shape input;
    std::unique_ptr<LayerStep> operator()(const Dense& dense) const {
      return make_dense_step(backend, dense, network, node);
    }
    std::unique_ptr<LayerStep> operator()(const Conv2d& conv) const {
      return make_conv2d_step(backend, conv, network, node, input);
    }
    std::unique_ptr<LayerStep> operator()(const MaxPool& pool) const {
      return make_max_pool_step(backend, pool.window, input);
    }
    std::unique_ptr<LayerStep> operator()(const AveragePool& pool) const {
      return make_average_pool_step(backend, pool.window, input);
    }
    std::unique_ptr<LayerStep> operator()(const GlobalAveragePool& /*pool*/) const {
      return make_average_pool_step(backend, {.kernel = {input.height, input.width}}, input);
    }
    std::unique_ptr<LayerStep> operator()(const BatchNorm& norm) const {
      return make_batch_norm_step(backend, norm, network, node, input);
    }
    std::unique_ptr<LayerStep> operator()(const Dropout& dropout) const {
      return make_dropout_step(backend, dropout, node, input);
    }
    std::unique_ptr<LayerStep> operator()(const Add& add) const {
      return make_add_step(backend, add.activation, /*inputs=*/2, input);
    }
    std::unique_ptr<LayerStep> operator()(const Flatten& /*flatten*/) const {
      return make_add_step(backend, Activation::identity, /*inputs=*/1, input);
    }
    std::unique_ptr<LayerStep> operator()(const ActivationLayer& layer) const {
      return make_add_step(backend, layer.activation, /*inputs=*/1, input);
    }
    std::unique_ptr<LayerStep> operator()(const Normalize& normalize) const {
      return make_normalize_step(backend, normalize, input);
    }
  };
  return std::visit(Make{backend, network, node, input_shape(spec, network, node)}, spec.layers[node].layer);
}

}  // namespace mlplab
