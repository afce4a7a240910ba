// The computation of one layer of a network on the operations of a backend, forward and backward. To add a kind: a file
// like dense_step.cpp and its line in layer_step.cpp.
#pragma once

#include <memory>

#include "core/compute/backend.h"
#include "core/model/network.h"

namespace mlplab {

/// Layers may compute otherwise while they are trained (dropout, batch statistics) than when a network is used.
enum class Mode { train, evaluate };

/// One way through the network, forward and, in training, back.
struct Pass {
  Mode mode = Mode::train;
  int batch = 0;  // examples
  /// What the gradients of this rank's examples count in the batch of all ranks: the loss has divided by its own.
  float share = 1.0F;
};

/// The vectors of a network in the backend's memory.
struct NetworkMemory {
  float* parameters = nullptr;  // [Network::parameters_size]
  float* gradient = nullptr;    // [Network::parameters_size]
  float* statistics = nullptr;  // [Network::statistics_size]
};

class LayerStep {
 public:
  virtual ~LayerStep() = default;
  /// y [batch, out] from x [batch, in].
  virtual void forward(const Pass& pass, const NetworkMemory& memory, const float* x, float* y) = 0;
  /// From dy [batch, out] = ∂loss/∂y, which may be overwritten: the layer's part of memory.gradient, and
  /// dx [batch, in] = ∂loss/∂x where it is not null. Biases are not multiplied by pass.share: they are few, and whoever
  /// adds up the ranks does it on the host.
  virtual void backward(const Pass& pass, const NetworkMemory& memory, const float* x, const float* y, float* dy,
                        float* dx) = 0;
};

/// `backend` and `network` outlive it.
std::unique_ptr<LayerStep> make_layer_step(Backend& backend, const ModelSpec& spec, const Network& network,
                                           std::size_t node);

}  // namespace mlplab
