#include "core/class/drawing_predictor.h"

#include "core/data/digit_fit.h"
#include "core/model/inference.h"

namespace mlplab {

void DrawingPredictor::set(std::shared_ptr<const TrainingState> state, const std::optional<KnownPreparation>& known) {
  std::shared_ptr<const Network> network;
  if (state != nullptr && known && can_be_shown_images(known->preparation))
    network = std::make_shared<const Network>(Network{std::move(state), known->preparation});
  const std::lock_guard lock(mutex_);
  network_ = std::move(network);
}

std::shared_ptr<const DrawingPredictor::Network> DrawingPredictor::network() const {
  const std::lock_guard lock(mutex_);
  return network_;
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
  result.digit = fit_ink(sketch.ink);
  const std::shared_ptr<const Network> network = this->network();
  if (network == nullptr) return result;
  const PreparedImage seen = prepare(network->preparation, sketch);
  Prediction prediction = predict(*network->state, floats_of(seen.image));
  result.label = prediction.label;
  result.probabilities = std::move(prediction.probabilities);
  result.network = network->state->model.name();
  result.epoch = network->state->epochs_done;
  return result;
}

}  // namespace mlplab
