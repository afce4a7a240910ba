// A convolution (model/layers/conv2d.h): D = ∂loss/∂y ∘ f'(y); ∂loss/∂w = the batch's sum of D against x;
// ∂loss/∂b = sums of D's channels; ∂loss/∂x = D spread out by w.
#include "core/base/language.h"
#include "core/compute/layers/layer_step.h"

namespace mlplab {
namespace {

class Conv2dStep : public LayerStep {
 public:
  Conv2dStep(const Recorder& run, const Conv2d& conv, const Network& network, std::size_t node, const Shape& input,
             bool leaves_activation)
      : run_(run),
        conv_(conv),
        leaves_activation_(leaves_activation),
        sliding_{0, input, conv.output(input), conv.window},
        weight_(network.tensor(node, "weight").offset),
        bias_(conv.bias ? network.tensor(node, "bias").offset : 0) {}

  void forward(const Pass& pass, const NetworkMemory& memory, Inputs x, float* y) override {
    run_(to_say("convolution"), &LayerOperations::convolution, of(pass), x[0], memory.parameters + weight_,
         conv_.bias ? memory.parameters + bias_ : nullptr, conv_.activation, y);
  }

  void backward(const Pass& pass, const NetworkMemory& memory, Inputs x, const float* y, float* dy,
                InputGradients dx) override {
    const Sliding s = of(pass);
    if (conv_.activation != Activation::identity && !leaves_activation_)
      run_(to_say("activation gradient"), &Backend::activation_gradient, conv_.activation,
           static_cast<std::size_t>(pass.batch) * run_.layers().image_size(s.out), y, dy);
    run_(to_say("convolution weight gradient"), &LayerOperations::convolution_weight_gradient, s, x[0], dy,
         memory.gradient + weight_);
    if (conv_.bias)
      run_(to_say("channel sums"), &LayerOperations::channel_sums,
           Normalization{.batch = pass.batch, .channels = s.out.channels, .plane = s.out_plane()}, dy,
           memory.gradient + bias_, nullptr);
    if (dx[0] != nullptr)
      run_(to_say("convolution input gradient"), &LayerOperations::convolution_input_gradient, s, dy,
           memory.parameters + weight_, dx[0]);
  }

 private:
  Sliding of(const Pass& pass) const {
    Sliding s = sliding_;
    s.batch = pass.batch;
    return s;
  }

  const Recorder& run_;
  Conv2d conv_;
  bool leaves_activation_;
  Sliding sliding_;
  std::size_t weight_, bias_;  // in the flat vectors
};

}  // namespace

std::unique_ptr<LayerStep> make_conv2d_step(const Recorder& run, const Conv2d& conv, const Network& network,
                                            std::size_t node, const Shape& input, bool leaves_activation) {
  return std::make_unique<Conv2dStep>(run, conv, network, node, input, leaves_activation);
}

}  // namespace mlplab
