// Batch normalisation (model/layers/batch_norm.h). With x̂ = (x - m) / sqrt(v + eps), D = ∂loss/∂y ∘ f'(y) and n numbers
// a channel: ∂loss/∂w = Σ D x̂; ∂loss/∂b = Σ D; ∂loss/∂x = w / sqrt(v + eps) · (D - Σ D / n - x̂ · Σ D x̂ / n).
// Where ranks share the batch, the sums are those of all ranks: the run is the one of a single process; but where the
// pass names no ranks (StepPlan::local_statistics), each goes by its own.
#include <algorithm>
#include <vector>

#include "core/base/language.h"
#include "core/compute/layers/layer_step.h"

namespace mlplab {
namespace {

class BatchNormStep : public LayerStep {
 public:
  BatchNormStep(const Recorder& run, const BatchNorm& norm, const Network& network, std::size_t node,
                const Shape& input)
      : run_(run),
        norm_(norm),
        channels_(static_cast<std::size_t>(input.channels)),
        plane_(input.size() / channels_),
        size_(run.layers().image_size(input)),
        weight_(network.tensor(node, "weight").offset),
        bias_(network.tensor(node, "bias").offset),
        running_mean_(network.tensor(node, "running_mean").offset),
        running_var_(network.tensor(node, "running_var").offset),
        vectors_(run.backend().allocate(vectors * channels_ * sizeof(float))) {}

  void forward(const Pass& pass, const NetworkMemory& memory, Inputs x, float* y) override {
    Normalization n = of(pass);
    if (pass.mode == Mode::evaluate) {
      n.mean = memory.statistics + running_mean_, n.variance = memory.statistics + running_var_;
    } else {
      n.mean = mean(), n.variance = variance();
      measure(pass, n, memory, x[0]);
    }
    if (pass.batch > 0)
      run_(to_say("normalisation"), &LayerOperations::normalize, n, x[0], memory.parameters + weight_,
           memory.parameters + bias_, norm_.activation, y);
  }

  void backward(const Pass& pass, const NetworkMemory& memory, Inputs x, const float* y, float* dy,
                InputGradients dx) override {
    Normalization n = of(pass);
    n.mean = mean(), n.variance = variance();
    float* dweight = memory.gradient + weight_;
    float* dbias = memory.gradient + bias_;
    const auto count = static_cast<std::size_t>(pass.batch) * size_;
    if (pass.batch > 0) {
      if (norm_.activation != Activation::identity)
        run_(to_say("activation gradient"), &Backend::activation_gradient, norm_.activation, count, y, dy);
      run_(to_say("normalisation weight gradient"), &LayerOperations::normalize_weight_gradient, n, x[0], dy, dweight,
           dbias);
    }
    const float* const sum_dy = of_all(pass, dbias, mean_dy());
    const float* const sum_dyx = of_all(pass, dweight, mean_dyx());
    if (dx[0] == nullptr || pass.batch == 0) return;
    const auto own = static_cast<float>(1.0 / count_of(pass));
    run_(to_say("running statistics"), &LayerOperations::blend, channels_, own, sum_dy, 0.0F, mean_dy());
    run_(to_say("running statistics"), &LayerOperations::blend, channels_, own, sum_dyx, 0.0F, mean_dyx());
    run_(to_say("normalisation input gradient"), &LayerOperations::normalize_input_gradient, n, x[0],
         memory.parameters + weight_, mean_dy(), mean_dyx(), dy, dx[0]);
  }

  bool meets_ranks() const override { return true; }

 private:
  static constexpr std::size_t vectors = 5;  // of [channels] each
  float* vector(std::size_t i) const { return vectors_.as<float>() + i * channels_; }
  float* mean() const { return vector(0); }
  float* variance() const { return vector(1); }
  float* mean_dy() const { return vector(2); }
  float* mean_dyx() const { return vector(3); }
  float* sums() const { return vector(4); }

  Normalization of(const Pass& pass) const {
    return {.batch = pass.batch,
            .channels = static_cast<int>(channels_),
            .plane = plane_,
            .epsilon = static_cast<float>(norm_.epsilon)};
  }

  /// Mean and variance of the batch, and with them the running ones.
  void measure(const Pass& pass, const Normalization& n, const NetworkMemory& memory, const float* x) {
    const double count = count_of(pass);
    const auto momentum = static_cast<float>(norm_.momentum), kept = static_cast<float>(1.0 - norm_.momentum);
    if (pass.batch > 0) run_(to_say("channel sums"), &LayerOperations::channel_sums, n, x, sums(), nullptr);
    run_(to_say("running statistics"), &LayerOperations::blend, channels_, static_cast<float>(1.0 / count),
         of_all(pass, sums(), mean()), 0.0F, mean());
    run_(to_say("running statistics"), &LayerOperations::blend, channels_, momentum, mean(), kept,
         memory.statistics + running_mean_);
    if (pass.batch > 0) run_(to_say("channel sums"), &LayerOperations::channel_sums, n, x, nullptr, sums());
    const float* const squares = of_all(pass, sums(), variance());
    run_(to_say("running statistics"), &LayerOperations::blend, channels_,
         static_cast<float>(norm_.momentum / std::max(count - 1.0, 1.0)), squares, kept,
         memory.statistics + running_var_);
    run_(to_say("running statistics"), &LayerOperations::blend, channels_, static_cast<float>(1.0 / count), squares,
         0.0F, variance());
  }

  /// Numbers of one channel, of all ranks.
  double count_of(const Pass& pass) const { return static_cast<double>(pass.whole) * static_cast<double>(plane_); }

  /// The sum of the values [channels] of all ranks that have examples: `total`, or the values where there are no ranks.
  const float* of_all(const Pass& pass, const float* values, float* total) {
    if (pass.ranks == nullptr) return values;
    std::vector<float> own(channels_, 0.0F);
    std::vector<double> all(channels_, 0.0);
    run_.wait();  // without examples too: the other ranks may need what this device has still to do
    if (pass.batch > 0) {
      run_.download(values, channels_ * sizeof(float), own.data());
      std::ranges::copy(own, all.begin());
    }
    pass.ranks->sum(all);
    std::ranges::transform(all, own.begin(), [](double value) { return static_cast<float>(value); });
    run_.upload(own.data(), channels_ * sizeof(float), total);
    run_.wait();
    return total;
  }

  const Recorder& run_;
  BatchNorm norm_;
  std::size_t channels_, plane_;
  std::size_t size_;                                        // of an image, as the backend lays it out
  std::size_t weight_, bias_, running_mean_, running_var_;  // in the flat vectors
  Buffer vectors_;
};

}  // namespace

std::unique_ptr<LayerStep> make_batch_norm_step(const Recorder& run, const BatchNorm& norm, const Network& network,
                                                std::size_t node, const Shape& input) {
  return std::make_unique<BatchNormStep>(run, norm, network, node, input);
}

}  // namespace mlplab
