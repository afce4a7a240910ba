// Where a node writes the gradients of what it takes, on the way back through a network: shared by the engines that go
// node by node. Gradients of an output that several nodes take are added up: the first is written where it belongs,
// further ones are computed beside it.
#pragma once

#include <array>
#include <vector>

#include "core/base/language.h"
#include "core/compute/layers/layer_step.h"

namespace mlplab {

struct GradientTargets {
  std::array<float*, max_layer_inputs> to{};     // [inputs of the node]: null where nothing is wanted
  std::array<bool, max_layer_inputs> further{};  // `to` is beside the input's gradient, which holds something already
};

/// `inputs` are the node's; `begun` [nodes] says whose gradients hold something, in this way back, and is kept true.
/// delta(node) is a node's gradient, beside(i) room for one more of input i.
template <class Delta, class Beside>
GradientTargets gradient_targets(const std::vector<int>& inputs, std::vector<bool>& begun, const Delta& delta,
                                 const Beside& beside) {
  GradientTargets targets;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] < 0) continue;  // the example itself
    const auto input = static_cast<std::size_t>(inputs[i]);
    targets.further[i] = begun[input];
    targets.to[i] = begun[input] ? beside(i) : delta(input);
    begun[input] = true;
  }
  return targets;
}

/// When the node has written them: `sizes` [nodes] are the numbers of an output.
template <class Delta>
void add_further(const Recorder& run, const GradientTargets& targets, const std::vector<int>& inputs, int batch,
                 const std::vector<std::size_t>& sizes, const Delta& delta) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!targets.further[i]) continue;
    const auto input = static_cast<std::size_t>(inputs[i]);
    run(to_say("sum"), &LayerOperations::add, Activation::identity, static_cast<std::size_t>(batch) * sizes[input],
        delta(input), targets.to[i], delta(input));
  }
}

}  // namespace mlplab
