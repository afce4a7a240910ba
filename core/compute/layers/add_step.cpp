#include "core/compute/layers/add_step.h"

namespace mlplab {
namespace {

class AddStep : public LayerStep {
 public:
  AddStep(Backend& backend, Activation activation, int inputs, std::size_t size)
      : backend_(backend), activation_(activation), inputs_(inputs), size_(size) {}

  void forward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs x, float* y) override {
    backend_.add(activation_, count(pass), x[0], inputs_ == 2 ? x[1] : nullptr, y);
  }

  void backward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs /*x*/, const float* y, float* dy,
                InputGradients dx) override {
    if (activation_ != Activation::identity) backend_.activation_gradient(activation_, count(pass), y, dy);
    for (float* gradient : dx)
      if (gradient != nullptr) backend_.add(Activation::identity, count(pass), dy, nullptr, gradient);
  }

 private:
  std::size_t count(const Pass& pass) const { return static_cast<std::size_t>(pass.batch) * size_; }

  Backend& backend_;
  Activation activation_;
  int inputs_;
  std::size_t size_;  // numbers of one example
};

}  // namespace

std::unique_ptr<LayerStep> make_add_step(Backend& backend, Activation activation, int inputs, std::size_t size) {
  return std::make_unique<AddStep>(backend, activation, inputs, size);
}

}  // namespace mlplab
