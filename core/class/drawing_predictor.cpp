#include "core/class/drawing_predictor.h"

#include <numeric>

#include "core/data/digit_fit.h"
#include "core/model/inference.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

bool is_quick(const ModelSpec& model) {
  constexpr double most_flops = 2e6;  // about 1 ms
  const std::vector<double> flops = network_of(model).flops;
  return std::accumulate(flops.begin(), flops.end(), 0.0) <= most_flops;
}

}  // namespace

void DrawingPredictor::set(std::shared_ptr<const TrainingState> state, const std::optional<KnownPreparation>& known) {
  std::shared_ptr<const Network> network;
  if (state != nullptr && known && can_be_shown_images(known->preparation))
    network = std::make_shared<const Network>(Network{state, known->preparation, is_quick(state->model)});
  const std::lock_guard lock(mutex_);
  network_ = std::move(network);
}

std::shared_ptr<const DrawingPredictor::Network> DrawingPredictor::network() const {
  const std::lock_guard lock(mutex_);
  return network_;
}

bool DrawingPredictor::quick() const {
  const std::shared_ptr<const Network> network = this->network();
  return network == nullptr || network->quick;
}

std::vector<std::string> DrawingPredictor::class_names() const {
  const std::shared_ptr<const Network> network = this->network();
  const int classes = network == nullptr ? 10 : network->state->model.outputs();
  std::vector<std::string> names;
  for (int label = 0; label < classes; ++label)
    names.push_back(network == nullptr ? std::to_string(label) : class_name(network->preparation.class_names, label));
  return names;
}

DrawingPrediction DrawingPredictor::predict_strokes(const std::vector<Stroke>& strokes) const {
  const Sketch sketch{.ink = rasterize(strokes), .file = nullptr};
  DrawingPrediction result;
  const std::shared_ptr<const Network> network = this->network();
  if (network == nullptr) {
    result.digit = fit_ink(sketch.ink);
    return result;
  }
  const PreparedImage seen = prepare(network->preparation, sketch);
  const ImageShape mnist{mnist_side, mnist_side, 1};
  if (network->preparation.digits == mnist && network->preparation.image == mnist) {
    result.digit = GrayImage(mnist_side, mnist_side);  // what the network sees is what fit_ink() would make once more
    result.digit.pixels = seen.image.pixels;
  } else {
    result.digit = fit_ink(sketch.ink);
  }
  Prediction prediction = predict(*network->state, floats_of(seen.image));
  result.label = prediction.label;
  result.probabilities = std::move(prediction.probabilities);
  result.network = network->state->model.name();
  result.epoch = network->state->epochs_done;
  return result;
}

}  // namespace mlplab
