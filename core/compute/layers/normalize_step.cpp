// Normalisation of images by fixed numbers (model/layers/normalize.h): ∂loss/∂x = ∂loss/∂y / std.
// It is a batch normalisation whose statistics and weights never change, on the same operation of a backend.
#include <vector>

#include "core/base/language.h"
#include "core/compute/layers/layer_step.h"

namespace mlplab {
namespace {

class NormalizeStep : public LayerStep {
 public:
  NormalizeStep(const Recorder& run, const Normalize& normalize, const Shape& input)
      : run_(run),
        channels_(static_cast<std::size_t>(input.channels)),
        plane_(input.size() / channels_),
        vectors_(run.backend().allocate(3 * channels_ * sizeof(float))),
        zeros_(run.backend().allocate(channels_ * sizeof(float))) {
    std::vector<float> values = normalize.means(input.channels);
    const std::vector<float> variances = normalize.variances(input.channels);
    values.insert(values.end(), variances.begin(), variances.end());
    values.insert(values.end(), channels_, 1.0F);
    run.upload(values.data(), values.size() * sizeof(float), vectors_.data());
    run.fill_zero(zeros_.data(), channels_ * sizeof(float));
    run.wait();
  }

  void forward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs x, float* y) override {
    apply(pass, mean(), x[0], y);
  }

  void backward(const Pass& pass, const NetworkMemory& /*memory*/, Inputs /*x*/, const float* /*y*/, float* dy,
                InputGradients dx) override {
    if (dx[0] != nullptr) apply(pass, zeros_.as<float>(), dy, dx[0]);
  }

 private:
  const float* mean() const { return vectors_.as<float>(); }
  const float* variance() const { return vectors_.as<float>() + channels_; }
  const float* ones() const { return vectors_.as<float>() + 2 * channels_; }

  void apply(const Pass& pass, const float* mean, const float* x, float* y) {
    run_(to_say("normalisation"), &LayerOperations::normalize,
         Normalization{.batch = pass.batch,
                       .channels = static_cast<int>(channels_),
                       .plane = plane_,
                       .mean = mean,
                       .variance = variance()},
         x, ones(), zeros_.as<float>(), Activation::identity, y);
  }

  const Recorder& run_;
  std::size_t channels_, plane_;
  Buffer vectors_;  // means, variances, ones: [channels] each
  Buffer zeros_;
};

}  // namespace

std::unique_ptr<LayerStep> make_normalize_step(const Recorder& run, const Normalize& normalize, const Shape& input) {
  return std::make_unique<NormalizeStep>(run, normalize, input);
}

}  // namespace mlplab
