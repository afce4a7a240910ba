#include "core/operations/embedding_tasks.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/language.h"
#include "core/inspection/predictions.h"
#include "core/model/inference.h"
#include "core/operations/image_sources.h"
#include "core/operations/measure.h"

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

void for_each_task(std::size_t count, int workers, const RunControl& control,
                   const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  in_threads(workers, [&](int) {
    try {
      for (std::size_t i = next++; i < count && !control.stopped(); i = next++) work(i);
    } catch (...) {
      next = count;  // the others need not go on
      throw;
    }
  });
}

PhaseClock::PhaseClock(PhaseTimes& times_s) : times_s_(times_s), start_s_(now_s()) {}

void PhaseClock::ends(PoolPhase phase) {
  const double end_s = now_s();
  times_s_[static_cast<std::size_t>(phase)] = end_s - start_s_;
  start_s_ = end_s;
}

std::size_t embedding_dimensions(const TrainingState& state, const ImageSource& images) {
  const std::size_t hidden = hidden_node(state.model);
  return images.size() == 0 ? 0
                            : predict(state, std::vector<float>(state.model.input.size())).activations[hidden].size();
}

EmbeddingTasks::EmbeddingTasks(const TrainingState& state, const ImageSource& images, std::size_t packet,
                               std::size_t dimensions)
    : state_(state),
      images_(images),
      images_count_(images.size()),
      packet_(packet),
      dimensions_(dimensions),
      hidden_(hidden_node(state.model)),
      detection_(images.detection()) {}

std::size_t EmbeddingTasks::found_bytes() const {
  return detection_ == nullptr ? 0 : images_count_ * detection_->image_bytes();
}

std::size_t EmbeddingTasks::photograph_packets() const {
  return detection_ == nullptr ? 0 : (detection_->photographs() + packet_ - 1) / packet_;
}

void EmbeddingTasks::detect(std::size_t packet, std::uint8_t* found) const {
  for (std::size_t i = packet * packet_; i < std::min(detection_->photographs(), (packet + 1) * packet_); ++i)
    detection_->detect(i, found);
}

std::size_t EmbeddingTasks::packets() const { return (images_count_ + packet_ - 1) / packet_; }

std::vector<float> EmbeddingTasks::image(std::size_t index, const std::uint8_t* found) const {
  if (detection_ == nullptr) return images_.image(index);
  return as_features(found + index * detection_->image_bytes(), detection_->image_bytes());
}

void EmbeddingTasks::embed(std::size_t packet, const std::uint8_t* found, float* values) const {
  for (std::size_t i = packet * packet_; i < std::min(images_count_, (packet + 1) * packet_); ++i) {
    const Prediction prediction = predict(state_, image(i, found));
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
