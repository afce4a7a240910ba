// The predictions of a trained network for every image of a split: each image's probabilities, and the worst
// predictions. Computed on the default backend; the window shows it on the page Inspect.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/data/dataset.h"
#include "core/model/training_state.h"

namespace mlplab {

struct Predictions {
  int classes = 0;
  std::vector<std::int32_t> truth;      // [n]
  std::vector<std::int32_t> predicted;  // [n]: the first class with the largest output, as training counts it
  std::vector<float> probabilities;     // [n, classes]: softmax of the outputs (for both losses)
  /// [mapped, hidden]: what the last hidden layer gives for the first images; empty where it was not asked for, or
  /// the network has no hidden layer.
  std::vector<float> hidden_values;
  int hidden = 0;

  std::size_t size() const { return truth.size(); }
  std::span<const float> probabilities_of(std::size_t image) const;
  float probability(std::size_t image, int label) const;
  std::size_t mapped() const { return hidden == 0 ? 0 : hidden_values.size() / static_cast<std::size_t>(hidden); }
};

struct PredictionRequest {
  int workers = 0;              // 0: all there are
  std::size_t most_mapped = 0;  // images whose hidden values are kept; fewer of a layer with many values
  /// (optional) Told how many of how many images are predicted, on the caller's thread.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

/// Nothing where `stop` became true before the end. Throws InputError where the network does not take these images or
/// its outputs are no numbers any more, BackendError when memory does not suffice.
std::optional<Predictions> predict_all(const TrainingState& state, const Examples& examples,
                                       const PredictionRequest& request, const std::atomic<bool>& stop);

/// The images that were misclassified, the least probability of the right class first: those cost most loss.
std::vector<std::uint32_t> worst_first(const Predictions& predictions);

/// The node whose output the last layer takes; nothing where that is the image itself.
std::optional<std::size_t> last_hidden_node(const ModelSpec& model);

}  // namespace mlplab
