// Dropout (model/layers/dropout.h); the gradient passes through the same mask.
#include "core/base/language.h"
#include "core/compute/layers/layer_step.h"

namespace mlplab {
namespace {

class DropoutStep : public LayerStep {
 public:
  DropoutStep(const Recorder& run, const Dropout& dropout, std::size_t node, const Shape& input)
      : run_(run), rate_(dropout.rate), node_(static_cast<std::uint32_t>(node)), size_(input.size()) {}

  void forward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs x, float* y) override {
    if (pass.mode == Mode::evaluate || rate_ == 0.0)
      run_(to_say("sum"), &LayerOperations::add, Activation::identity, count(pass), x[0], nullptr, y);
    else
      run_(to_say("dropout"), &LayerOperations::dropout, mask(pass), count(pass), x[0], y);
  }

  void backward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs /*x*/, const float* /*y*/, float* dy,
                InputGradients dx) override {
    if (dx[0] == nullptr) return;
    if (rate_ == 0.0)
      run_(to_say("sum"), &LayerOperations::add, Activation::identity, count(pass), dy, nullptr, dx[0]);
    else
      run_(to_say("dropout"), &LayerOperations::dropout, mask(pass), count(pass), dy, dx[0]);
  }

 private:
  std::size_t count(const Pass& pass) const { return static_cast<std::size_t>(pass.batch) * size_; }
  DropoutMask mask(const Pass& pass) const {
    return {pass.seed, static_cast<std::uint32_t>(pass.step), node_, pass.first_example * size_, rate_};
  }

  const Recorder& run_;
  double rate_;
  std::uint32_t node_;
  std::size_t size_;  // numbers of one example
};

}  // namespace

std::unique_ptr<LayerStep> make_dropout_step(const Recorder& run, const Dropout& dropout, std::size_t node,
                                             const Shape& input) {
  return std::make_unique<DropoutStep>(run, dropout, node, input);
}

}  // namespace mlplab
