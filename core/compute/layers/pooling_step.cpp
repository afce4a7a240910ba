#include "core/compute/layers/pooling_step.h"

namespace mlplab {
namespace {

class PoolingStep : public LayerStep {
 public:
  PoolingStep(Backend& backend, Pooling which, const Window& window, const Shape& input, Activation of_input)
      : backend_(backend),
        which_(which),
        sliding_{0, input, window.output(input.channels, input), window},
        of_input_(of_input) {}

  void forward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs x, float* y) override {
    sliding_.batch = pass.batch;
    if (which_ == Pooling::max)
      backend_.max_pool(sliding_, x[0], y);
    else
      backend_.average_pool(sliding_, x[0], y);
  }

  void backward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs x, const float* /*y*/, float* dy,
                InputGradients dx) override {
    if (dx[0] == nullptr) return;
    sliding_.batch = pass.batch;
    if (which_ == Pooling::max)
      backend_.max_pool_gradient(sliding_, x[0], of_input_, dy, dx[0]);
    else
      backend_.average_pool_gradient(sliding_, dy, dx[0]);
  }

 private:
  Backend& backend_;
  Pooling which_;
  Sliding sliding_;
  Activation of_input_;
};

}  // namespace

std::unique_ptr<LayerStep> make_max_pool_step(Backend& backend, const Window& window, const Shape& input,
                                              Activation of_input) {
  return std::make_unique<PoolingStep>(backend, Pooling::max, window, input, of_input);
}

std::unique_ptr<LayerStep> make_average_pool_step(Backend& backend, const Window& window, const Shape& input) {
  return std::make_unique<PoolingStep>(backend, Pooling::average, window, input, Activation::identity);
}

}  // namespace mlplab
