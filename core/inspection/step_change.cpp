#include "core/inspection/step_change.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/data/load.h"
#include "core/model/network.h"
#include "core/statistics/statistics.h"

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

/// Which of two changes is told first.
bool is_larger(const WeightChange& a, const WeightChange& b) {
  const auto size = [](const WeightChange& weight) {
    const double change = std::abs(weight.change());
    return std::isnan(change) ? std::numeric_limits<double>::infinity() : change;
  };
  return size(a) > size(b);
}

}  // namespace

const LayerChange* StepChange::layer(std::size_t node) const {
  const auto found = std::ranges::find(layers, node, &LayerChange::node);
  return found == layers.end() ? nullptr : &*found;
}

std::vector<LayerChange> layer_changes(const TrainingState& before, const TrainingState& after) {
  const Network network = network_of(before.model);
  std::vector<LayerChange> layers;
  for (std::size_t node = 0; node < network.names.size(); ++node) {
    const Network::Range range = network.parameters_of(node);
    if (range.count == 0) continue;
    LayerChange layer{.name = network.names[node], .node = node};
    double moved = 0.0, was = 0.0;
    for (std::size_t t = 0; t < network.tensors.size(); ++t) {
      const Tensor& tensor = network.tensors[t];
      if (tensor.node != node || !tensor.trained) continue;
      layer.weights += tensor.count();
      for (std::size_t place = 0; place < tensor.count(); ++place) {
        const std::size_t at = tensor.offset + place;
        const WeightChange weight{t, place, before.parameters[at], after.parameters[at]};
        moved += weight.change() * weight.change();
        was += double{weight.before} * weight.before;
        const bool full = layer.most.size() == most_weights_told;
        if (weight.change() == 0.0 || (full && !is_larger(weight, layer.most.back()))) continue;
        if (full) layer.most.pop_back();
        layer.most.insert(std::ranges::upper_bound(layer.most, weight, is_larger), weight);
      }
    }
    layer.relative = moved == 0.0 ? 0.0 : std::isfinite(moved) && was > 0.0 ? std::sqrt(moved / was) : not_known;
    layers.push_back(std::move(layer));
  }
  return layers;
}

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
  change.layers = layer_changes(before, after);
  return change;
}

}  // namespace mlplab
