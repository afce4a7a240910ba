#include "core/compute/layers/layer_step.h"

namespace mlplab {

Activation activation_left_to_taker(const ModelSpec& spec, const Network& network, std::size_t node) {
  if (!std::holds_alternative<Conv2d>(spec.layers[node].layer)) return Activation::identity;
  int takers = 0;
  bool pooled = false;
  for (std::size_t other = 0; other < network.inputs.size(); ++other)
    for (const int input : network.inputs[other])
      if (input == static_cast<int>(node)) ++takers, pooled = std::holds_alternative<MaxPool>(spec.layers[other].layer);
  return takers == 1 && pooled ? activation_of(spec.layers[node].layer) : Activation::identity;
}

std::vector<bool> nodes_on_images(const Recorder& run, const ModelSpec& spec, const Network& network) {
  std::vector<bool> on_images(spec.layers.size(), false);
  const LayerOperations* operations = run.backend().layer_operations();
  if (operations == nullptr || !operations->arranges_images()) return on_images;
  struct Visit {
    bool first;  // of the inputs
    bool operator()(const Dense& /*dense*/) const { return false; }
    bool operator()(const Conv2d& /*conv*/) const { return true; }
    bool operator()(const MaxPool& /*pool*/) const { return true; }
    bool operator()(const AveragePool& /*pool*/) const { return true; }
    bool operator()(const GlobalAveragePool& /*pool*/) const { return true; }
    bool operator()(const BatchNorm& /*norm*/) const { return true; }
    bool operator()(const Dropout& /*dropout*/) const { return false; }
    bool operator()(const Add& /*add*/) const { return first; }
    bool operator()(const Flatten& /*flatten*/) const { return false; }
    bool operator()(const ActivationLayer& /*layer*/) const { return first; }
    bool operator()(const Normalize& /*normalize*/) const { return true; }
  };
  for (std::size_t node = 0; node < on_images.size(); ++node) {
    const int input = network.inputs[node].front();
    const bool first = input >= 0 && on_images[static_cast<std::size_t>(input)];
    on_images[node] = std::visit(Visit{first}, spec.layers[node].layer);
  }
  return on_images;
}

std::unique_ptr<LayerStep> make_layer_step(const Recorder& run, const ModelSpec& spec, const Network& network,
                                           std::size_t node, bool on_images) {
  struct Make {
    const Recorder& run;
    const ModelSpec& spec;
    const Network& network;
    std::size_t node;
    Shape input;
    bool on_images;
    std::unique_ptr<LayerStep> operator()(const Dense& dense) const {
      return make_dense_step(run, dense, network, node);
    }
    std::unique_ptr<LayerStep> operator()(const Conv2d& conv) const {
      return make_conv2d_step(run, conv, network, node, input,
                              activation_left_to_taker(spec, network, node) != Activation::identity);
    }
    std::unique_ptr<LayerStep> operator()(const MaxPool& pool) const {
      const int from = network.inputs[node].front();
      const Activation left =
          from < 0 ? Activation::identity : activation_left_to_taker(spec, network, static_cast<std::size_t>(from));
      return make_max_pool_step(run, pool.window, input, left);
    }
    std::unique_ptr<LayerStep> operator()(const AveragePool& pool) const {
      return make_average_pool_step(run, pool.window, input);
    }
    std::unique_ptr<LayerStep> operator()(const GlobalAveragePool& /*pool*/) const {
      return make_average_pool_step(run, {.kernel = {input.height, input.width}}, input);
    }
    std::unique_ptr<LayerStep> operator()(const BatchNorm& norm) const {
      return make_batch_norm_step(run, norm, network, node, input);
    }
    std::unique_ptr<LayerStep> operator()(const Dropout& dropout) const {
      return make_dropout_step(run, dropout, node, input);
    }
    std::unique_ptr<LayerStep> operator()(const Add& add) const {
      return make_add_step(run, add.activation, /*inputs=*/2, size());
    }
    std::unique_ptr<LayerStep> operator()(const Flatten& /*flatten*/) const {
      return make_add_step(run, Activation::identity, /*inputs=*/1, size());
    }
    std::unique_ptr<LayerStep> operator()(const ActivationLayer& layer) const {
      return make_add_step(run, layer.activation, /*inputs=*/1, size());
    }
    std::unique_ptr<LayerStep> operator()(const Normalize& normalize) const {
      return make_normalize_step(run, normalize, input);
    }
    /// Numbers of one example as this node takes it.
    std::size_t size() const { return on_images ? run.layers().image_size(input) : input.size(); }
  };
  if (!std::holds_alternative<Dense>(spec.layers[node].layer)) (void)run.layers();  // throws where there are none
  return std::visit(Make{run, spec, network, node, input_shape(spec, network, node), on_images},
                    spec.layers[node].layer);
}

}  // namespace mlplab
