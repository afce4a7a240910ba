#include "core/inspection/step_change.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/data/load.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

Examples chosen(const Examples& from, const std::vector<std::uint32_t>& images, std::size_t features) {
  Examples examples;
  examples.features.reserve(images.size() * features);
  for (const std::uint32_t image : images) {
    const auto begin = from.features.begin() + static_cast<std::ptrdiff_t>(image * features);
    examples.features.insert(examples.features.end(), begin, begin + static_cast<std::ptrdiff_t>(features));
    examples.labels.push_back(from.labels[image]);
  }
  return examples;
}

std::vector<LayerChange> changes_of(const TrainingState& before, const TrainingState& after) {
  const Network network = network_of(before.model);
  std::vector<LayerChange> layers;
  for (std::size_t node = 0; node < network.names.size(); ++node) {
    const Network::Range range = network.parameters_of(node);
    if (range.count == 0) continue;
    LayerChange layer{.name = network.names[node]};
    for (const Tensor& tensor : network.tensors)
      if (tensor.node == node && tensor.trained) layer.weights += tensor.count();
    double moved = 0.0, was = 0.0;
    for (std::size_t i = range.first; i < range.first + range.count; ++i) {  // the padding is 0 in both
      const double old = before.parameters[i], change = double(after.parameters[i]) - old;
      moved += change * change;
      was += old * old;
      if (std::abs(change) > std::abs(layer.largest)) layer.largest = change;
    }
    layer.relative = moved > 0.0 && was > 0.0 ? std::sqrt(moved / was) : 0.0;
    layers.push_back(std::move(layer));
  }
  return layers;
}

}  // namespace

std::size_t StepChange::right(const Predictions& predictions) const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < predictions.size(); ++i)
    count += predictions.predicted[i] == predictions.truth[i] ? 1 : 0;
  return count;
}

double StepChange::cross_entropy(const Predictions& predictions) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < predictions.size(); ++i)
    sum -= std::log(std::max(predictions.probability(i, predictions.truth[i]), 1e-30F));
  return sum / static_cast<double>(predictions.size());
}

std::optional<StepChange> step_change(const RunSpec& spec, const Dataset& data, const TrainingState& before,
                                      const TrainingState& after, const std::atomic<bool>& stop) {
  const std::size_t train = data.train.size();
  const auto batch = static_cast<std::size_t>(std::max(1, spec.batch));
  const auto steps = static_cast<std::int64_t>((train + batch - 1) / batch);
  const std::int64_t taken = after.steps_done - before.steps_done;
  StepChange change{.of_epoch = taken == steps && before.steps_done % steps == 0 && steps > 1,
                    .epoch = static_cast<int>(before.steps_done / steps),
                    .batch = before.steps_done % steps,
                    .batches = steps};
  if (!change.of_epoch && taken != 1) return std::nullopt;
  if (change.of_epoch) {
    change.images.resize(std::min(data.test.size(), most_compared));
    std::iota(change.images.begin(), change.images.end(), 0U);
  } else {
    const std::vector<std::uint32_t> order = sampling_order(train, spec.seed, change.epoch);
    const std::size_t first = static_cast<std::size_t>(change.batch) * batch;
    change.images.assign(order.begin() + static_cast<std::ptrdiff_t>(first),
                         order.begin() + static_cast<std::ptrdiff_t>(std::min(first + batch, train)));
  }
  const Examples examples = chosen(change.examples(data), change.images, static_cast<std::size_t>(data.features()));
  const PredictionRequest request;
  auto predicted_before = predict_all(before, examples, request, stop);
  if (!predicted_before) return std::nullopt;
  auto predicted_after = predict_all(after, examples, request, stop);
  if (!predicted_after) return std::nullopt;
  change.before = std::move(*predicted_before);
  change.after = std::move(*predicted_after);
  change.layers = changes_of(before, after);
  return change;
}

}  // namespace mlplab
