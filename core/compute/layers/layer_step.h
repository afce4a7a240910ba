// The computation of one layer of a network on the operations of a backend, forward and backward. To add a kind:
// its function at the end of this file, a file of its own, which has its formulas, and its line in layer_step.cpp.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/compute/communicator.h"
#include "core/compute/recorder.h"
#include "core/model/network.h"

namespace mlplab {

/// Layers may compute otherwise while they are trained (dropout, batch statistics) than when a network is used.
enum class Mode { train, evaluate };

/// One way through the network, forward and, in training, back.
struct Pass {
  Mode mode = Mode::train;
  int batch = 0;  // examples
  // In training, for layers that go by more than their examples:
  int whole = 0;                  // examples of all ranks
  std::size_t first_example = 0;  // this rank's first, of those
  std::uint64_t seed = 0;
  std::int64_t step = 0;          // of the run, from 0
  Communicator* ranks = nullptr;  // null: this process has the whole batch
};

/// The inputs of a layer and their gradients, [inputs of the layer].
using Inputs = std::span<const float* const>;
using InputGradients = std::span<float* const>;

/// The vectors of a network in the backend's memory.
struct NetworkMemory {
  float* parameters = nullptr;  // [Network::parameters_size]
  float* gradient = nullptr;    // [Network::parameters_size]
  float* statistics = nullptr;  // [Network::statistics_size]
};

class LayerStep {
 public:
  virtual ~LayerStep() = default;
  /// y [batch, out] from each x [batch, in].
  virtual void forward(const Pass& pass, const NetworkMemory& memory, Inputs x, float* y) = 0;
  /// From dy [batch, out] = ∂loss/∂y, which may be overwritten: the layer's part of memory.gradient, and
  /// each dx [batch, in] = ∂loss/∂x that is not null.
  virtual void backward(const Pass& pass, const NetworkMemory& memory, Inputs x, const float* y, float* dy,
                        InputGradients dx) = 0;
  /// (optional) True where ranks must meet within forward() and backward() in training: one without examples then
  /// calls them too, with pass.batch = 0 and null pointers.
  virtual bool meets_ranks() const { return false; }
};

/// [nodes]: true where a node takes and gives images in the backend's own layout (LayerOperations::arranges_images).
/// Layers that go number by number take what the first of their inputs is, but for dropout: its mask goes by places in
/// [channels, height, width].
std::vector<bool> nodes_on_images(const Recorder& run, const ModelSpec& spec, const Network& network);

/// The activation of a convolution that only a max pooling takes: few pixels have a gradient there, so its own gradient
/// is computed with theirs, without another way through the image. Identity for all other nodes.
Activation activation_left_to_taker(const ModelSpec& spec, const Network& network, std::size_t node);

/// This rank has no rows of the batch: it is there where the others meet. `done` (node), from the last to the first.
template <class Done>
void join_without_examples(const std::vector<std::unique_ptr<LayerStep>>& layers, const Pass& pass,
                           const NetworkMemory& memory, const Done& done) {
  const std::array<const float*, max_layer_inputs> nothing{};
  const std::array<float*, max_layer_inputs> none{};
  for (const auto& layer : layers)
    if (layer->meets_ranks()) layer->forward(pass, memory, nothing, nullptr);
  for (std::size_t node = layers.size(); node-- > 0;) {
    if (layers[node]->meets_ranks()) layers[node]->backward(pass, memory, nothing, nullptr, nullptr, none);
    done(node);
  }
}

/// `run` and `network` outlive it. Throws BackendError where the backend lacks the layer.
std::unique_ptr<LayerStep> make_layer_step(const Recorder& run, const ModelSpec& spec, const Network& network,
                                           std::size_t node, bool on_images);

/// `inputs` of 1 or 2, each of `size` numbers per example.
std::unique_ptr<LayerStep> make_add_step(const Recorder& run, Activation activation, int inputs, std::size_t size);
std::unique_ptr<LayerStep> make_batch_norm_step(const Recorder& run, const BatchNorm& norm, const Network& network,
                                                std::size_t node, const Shape& input);
/// `leaves_activation`: its gradient comes with that of the activation (activation_left_to_taker()).
std::unique_ptr<LayerStep> make_conv2d_step(const Recorder& run, const Conv2d& conv, const Network& network,
                                            std::size_t node, const Shape& input, bool leaves_activation);
std::unique_ptr<LayerStep> make_dense_step(const Recorder& run, const Dense& dense, const Network& network,
                                           std::size_t node);
std::unique_ptr<LayerStep> make_dropout_step(const Recorder& run, const Dropout& dropout, std::size_t node,
                                             const Shape& input);
std::unique_ptr<LayerStep> make_normalize_step(const Recorder& run, const Normalize& normalize, const Shape& input);
/// `of_input`: the activation whose gradient is left to it (activation_left_to_taker()).
std::unique_ptr<LayerStep> make_max_pool_step(const Recorder& run, const Window& window, const Shape& input,
                                              Activation of_input);
std::unique_ptr<LayerStep> make_average_pool_step(const Recorder& run, const Window& window, const Shape& input);

}  // namespace mlplab
