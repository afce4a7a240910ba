// y = f(a + b) (model/layers/add.h), and with one input what is in model/layers/elementwise.h: both inputs get
// ∂loss/∂y ∘ f'(y).
#include "core/base/language.h"
#include "core/compute/layers/layer_step.h"

namespace mlplab {
namespace {

class AddStep : public LayerStep {
 public:
  AddStep(const Recorder& run, Activation activation, int inputs, std::size_t size)
      : run_(run), activation_(activation), inputs_(inputs), size_(size) {}

  void forward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs x, float* y) override {
    run_(to_say("sum"), &LayerOperations::add, activation_, count(pass), x[0], inputs_ == 2 ? x[1] : nullptr, y);
  }

  void backward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs /*x*/, const float* y, float* dy,
                InputGradients dx) override {
    if (activation_ != Activation::identity)
      run_(to_say("activation gradient"), &Backend::activation_gradient, activation_, count(pass), y, dy);
    for (float* gradient : dx)
      if (gradient != nullptr)
        run_(to_say("sum"), &LayerOperations::add, Activation::identity, count(pass), dy, nullptr, gradient);
  }

 private:
  std::size_t count(const Pass& pass) const { return static_cast<std::size_t>(pass.batch) * size_; }

  const Recorder& run_;
  Activation activation_;
  int inputs_;
  std::size_t size_;  // numbers of one example
};

}  // namespace

std::unique_ptr<LayerStep> make_add_step(const Recorder& run, Activation activation, int inputs, std::size_t size) {
  return std::make_unique<AddStep>(run, activation, inputs, size);
}

}  // namespace mlplab
