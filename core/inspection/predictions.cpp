#include "core/inspection/predictions.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/plain_engine.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

/// Images between two looks at `stop`.
std::size_t slice_of(const Network& network) {
  constexpr double flops_a_slice = 2e8;  // a hundredth of a second or two of one core
  double flops = 0.0;
  for (const double node : network.flops) flops += node;
  return static_cast<std::size_t>(std::clamp(flops_a_slice / std::max(flops, 1.0), 32.0, 2048.0));
}

void check(const TrainingState& state, const Network& network, const Examples& examples) {
  const std::size_t inputs = state.model.input.size(), outputs = network.shapes.back().size();
  if (examples.size() > 0 && examples.features.size() != examples.size() * inputs)
    throw InputError(say("the network takes %1 numbers, and these images have %2; choose the data of its run", inputs,
                         examples.features.size() / examples.size()));
  for (const std::int32_t label : examples.labels)
    if (static_cast<std::size_t>(label) >= outputs)
      throw InputError(
          say("the network has %1 classes, and these images have more; choose the data of its run", outputs));
}

/// Softmax of outputs [count, classes], behind what is there already; and the largest of each.
void add_predictions(std::span<const float> outputs, std::size_t count, Predictions& predictions) {
  const auto classes = static_cast<std::size_t>(predictions.classes);
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const float> row = outputs.subspan(i * classes, classes);
    const auto largest = std::ranges::max_element(row);
    predictions.predicted.push_back(static_cast<std::int32_t>(largest - row.begin()));
    double sum = 0.0;
    for (const float output : row) sum += std::exp(double{output} - double{*largest});
    if (!std::isfinite(sum))
      throw InputError(
          say("the network's outputs are no numbers any more: its training diverged; choose an earlier epoch"));
    for (const float output : row)
      predictions.probabilities.push_back(static_cast<float>(std::exp(double{output} - double{*largest}) / sum));
  }
}

}  // namespace

std::span<const float> Predictions::probabilities_of(std::size_t image) const {
  const auto count = static_cast<std::size_t>(classes);
  return std::span(probabilities).subspan(image * count, count);
}

float Predictions::probability(std::size_t image, int label) const {
  return probabilities_of(image)[static_cast<std::size_t>(label)];
}

std::optional<std::size_t> last_hidden_node(const ModelSpec& model) {
  const Network network = network_of(model);
  const int input = network.inputs.back().front();
  if (input < 0) return std::nullopt;
  return static_cast<std::size_t>(input);
}

std::optional<Predictions> predict_all(const TrainingState& state, const Examples& examples,
                                       const PredictionRequest& request, const std::atomic<bool>& stop) {
  const Network network = network_of(state.model);
  check(state, network, examples);
  Predictions predictions;
  predictions.classes = static_cast<int>(network.shapes.back().size());
  predictions.truth = examples.labels;
  if (examples.size() == 0) return predictions;
  const BackendEntry& entry = default_backend();
  BackendOptions options;
  options.workers = std::min(request.workers, entry.workers_max());
  const std::unique_ptr<Backend> backend = make_backend(entry, options);
  const std::unique_ptr<NodeReader> reader = make_node_reader(*backend, state, examples);
  const std::optional<std::size_t> hidden = last_hidden_node(state.model);
  std::size_t mapped = hidden ? std::min(request.most_mapped, examples.size()) : 0;
  if (mapped > 0) {
    constexpr std::size_t most_values = std::size_t{1} << 24;  // 64 MiB, and a moment to find their plane
    const std::size_t values = network.shapes[*hidden].size();
    predictions.hidden = static_cast<int>(values);
    mapped = std::min(mapped, std::max<std::size_t>(most_values / values, 2));
  }
  const std::size_t slice = slice_of(network);
  std::vector<std::vector<float>> values;
  for (std::size_t first = 0; first < examples.size();) {
    if (stop) return std::nullopt;
    std::size_t count = std::min(slice, examples.size() - first);
    std::vector<std::size_t> nodes = {network.shapes.size() - 1};
    if (first < mapped) {
      count = std::min(count, mapped - first);
      nodes.push_back(*hidden);
    }
    reader->read(first, count, nodes, values);
    add_predictions(values[0], count, predictions);
    if (nodes.size() > 1)
      predictions.hidden_values.insert(predictions.hidden_values.end(), values[1].begin(), values[1].end());
    first += count;
    if (request.progress) request.progress(first, examples.size());
  }
  return predictions;
}

std::vector<std::uint32_t> worst_first(const Predictions& predictions) {
  std::vector<std::uint32_t> wrong;
  for (std::size_t i = 0; i < predictions.size(); ++i)
    if (predictions.predicted[i] != predictions.truth[i]) wrong.push_back(static_cast<std::uint32_t>(i));
  std::ranges::stable_sort(wrong, {},
                           [&](std::uint32_t i) { return predictions.probability(i, predictions.truth[i]); });
  return wrong;
}

}  // namespace mlplab
