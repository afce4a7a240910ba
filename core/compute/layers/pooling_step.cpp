// The poolings (model/layers/pooling.h): the gradient of a largest goes to the pixel it came from, that of a mean in
// equal shares to all pixels of its window.
#include "core/base/language.h"
#include "core/compute/layers/layer_step.h"

namespace mlplab {
namespace {

class PoolingStep : public LayerStep {
 public:
  PoolingStep(const Recorder& run, Pooling which, const Window& window, const Shape& input, Activation of_input)
      : run_(run),
        which_(which),
        sliding_{0, input, window.output(input.channels, input), window},
        of_input_(of_input) {}

  void forward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs x, float* y) override {
    sliding_.batch = pass.batch;
    if (which_ == Pooling::max)
      run_(to_say("max pooling"), &LayerOperations::max_pool, sliding_, x[0], y);
    else
      run_(to_say("average pooling"), &LayerOperations::average_pool, sliding_, x[0], y);
  }

  void backward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs x, const float* /*y*/, float* dy,
                InputGradients dx) override {
    if (dx[0] == nullptr) return;
    sliding_.batch = pass.batch;
    if (which_ == Pooling::max)
      run_(to_say("max pooling gradient"), &LayerOperations::max_pool_gradient, sliding_, x[0], of_input_, dy, dx[0]);
    else
      run_(to_say("average pooling gradient"), &LayerOperations::average_pool_gradient, sliding_, dy, dx[0]);
  }

 private:
  const Recorder& run_;
  Pooling which_;
  Sliding sliding_;
  Activation of_input_;
};

}  // namespace

std::unique_ptr<LayerStep> make_max_pool_step(const Recorder& run, const Window& window, const Shape& input,
                                              Activation of_input) {
  return std::make_unique<PoolingStep>(run, Pooling::max, window, input, of_input);
}

std::unique_ptr<LayerStep> make_average_pool_step(const Recorder& run, const Window& window, const Shape& input) {
  return std::make_unique<PoolingStep>(run, Pooling::average, window, input, Activation::identity);
}

}  // namespace mlplab
