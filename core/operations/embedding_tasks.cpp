#include "core/operations/embedding_tasks.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/inspection/predictions.h"
#include "core/model/inference.h"

namespace mlplab {
namespace {

constexpr std::size_t rows_at_a_time = 16;  // of distances: what a worker takes at once

std::size_t hidden_node(const ModelSpec& model) {
  const std::optional<std::size_t> hidden = last_hidden_node(model);
  if (!hidden) throw InputError(say("the network has no hidden layer whose numbers would be an embedding"));
  return *hidden;
}

/// Sums in double and in one order, in every worker.
float euclidean(const float* a, const float* b, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = double{a[i]} - double{b[i]};
    sum += difference * difference;
  }
  return static_cast<float>(std::sqrt(sum));
}

}  // namespace

std::size_t embedding_dimensions(const TrainingState& state, const ImageSource& images) {
  const std::size_t hidden = hidden_node(state.model);
  return images.size() == 0 ? 0 : predict(state, images.image(0)).activations[hidden].size();
}

EmbeddingTasks::EmbeddingTasks(const TrainingState& state, const ImageSource& images, std::size_t packet,
                               std::size_t dimensions)
    : state_(state),
      images_(images),
      images_count_(images.size()),
      packet_(packet),
      dimensions_(dimensions),
      hidden_(hidden_node(state.model)) {}

std::size_t EmbeddingTasks::packets() const { return (images_count_ + packet_ - 1) / packet_; }

void EmbeddingTasks::embed(std::size_t packet, float* values) const {
  for (std::size_t i = packet * packet_; i < std::min(images_count_, (packet + 1) * packet_); ++i) {
    const Prediction prediction = predict(state_, images_.image(i));
    std::copy_n(prediction.activations[hidden_].begin(), dimensions_, values + i * dimensions_);
  }
}

std::size_t EmbeddingTasks::row_blocks() const { return (images_count_ + rows_at_a_time - 1) / rows_at_a_time; }

void EmbeddingTasks::measure(std::size_t block, const float* values, float* distances) const {
  const std::size_t n = images_count_, d = dimensions_;
  for (std::size_t i = block * rows_at_a_time; i < std::min(n, (block + 1) * rows_at_a_time); ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      distances[pair_place(n, i, j)] = euclidean(values + i * d, values + j * d, d);
}

}  // namespace mlplab
