// Ranks that share the batch: the gradients of all are added up before the update. Worker 0 talks to the other ranks.
#include <algorithm>

#include "core/base/language.h"
#include "core/base/mixed_hash.h"
#include "core/compute/kernels/fused/engine.h"

namespace mlplab::kernels {

/// A hash of how the layers are cut into panels.
std::uint64_t FusedEngine::hash_of_panels() const {
  std::uint64_t hash = empty_hash;
  for (const PanelLayer& layer : layers_)
    for (const Panel& panel : layer.panels) {
      hash = mixed(hash, static_cast<std::uint64_t>(panel.column));
      hash = mixed(hash, static_cast<std::uint64_t>(panel.width));
    }
  return hash;
}

/// Gradients are added up as they lie, in panels: they must lie alike on all ranks.
void FusedEngine::check_same_panels() const {
  const std::uint64_t own = hash_of_panels();
  std::uint64_t first = own;
  ranks_->broadcast(&first, sizeof first);
  std::optional<Error> other;
  if (own != first)
    other =
        BackendError(say("it cuts the layers otherwise than rank 0 (here: vectors of %1 numbers, %2 threads); "
                         "let all ranks run on processors of one kind with as many threads, or take another "
                         "computing backend",
                         kernels_.lanes, team_.size()));
  if (const auto failure = first_failure(*ranks_, other)) throw *failure;
}

/// A place for the whole gradient: panels and biases layer by layer.
void FusedEngine::make_rank_memory() {
  check_same_panels();
  std::size_t size = 0;
  const auto place = [&size](std::size_t count) {
    constexpr std::size_t line = 16;  // floats
    const std::size_t at = size;
    size += (count + line - 1) / line * line;
    return at;
  };
  for (const PanelLayer& layer : layers_) {
    weight_at_.push_back(place(layer.weights.values.size()));
    bias_at_.push_back(place(static_cast<std::size_t>(layer.padded)));
  }
  if (!ranks_->overlaps()) {  // memory that others read in place is summed as a whole
    const Communicator::SumMemory memory = ranks_->sum_memory(size);
    rank_gradient_ = memory.values;
    rank_sums_ = memory.sums.data();
  }
  if (rank_gradient_.empty()) {
    own_gradient_ = Aligned<float>(size);
    rank_gradient_ = {own_gradient_.data(), size};
    rank_sums_ = own_gradient_.data();
  }
  std::ranges::fill(rank_gradient_, 0.0F);
}

/// Keeps the exception of `work`, so that no worker of the team waits for ever. train() throws it when all workers are
/// done.
template <class Work>
void FusedEngine::talk(const Work& work) {
  try {
    work();
  } catch (...) {
    if (!rank_failure_) rank_failure_ = std::current_exception();
  }
}

/// Sends a layer's gradient on its way as soon as every worker has done its part, where that pays.
void FusedEngine::begin_layer_sum(int worker, std::size_t l, const Step& step) {
  if (ranks_ == nullptr || !ranks_->overlaps()) return;
  meet(worker, step);
  if (worker != 0) return;
  const std::size_t end = l == last() ? rank_gradient_.size() : weight_at_[l + 1];
  talk([&] { ranks_->begin_sum(rank_gradient_.subspan(weight_at_[l], end - weight_at_[l])); });
}

/// The gradients of all ranks become their sum.
void FusedEngine::sum_ranks(int worker, const Step& step) {
  if (batch_of(step.index) == 0) {
    if (worker == 0) std::ranges::fill(rank_gradient_, 0.0F);
    for (std::size_t l = layers_.size(); l-- > 0;) begin_layer_sum(worker, l, step);
  } else {
    begin_layer_sum(worker, 0, step);
  }
  meet(worker, step);  // every worker's part is there
  if (worker == 0) {
    if (plan_.profiler != nullptr) plan_.profiler->set_step(step.ordinal);
    talk([&] {
      if (!ranks_->overlaps()) ranks_->begin_sum(rank_gradient_);
      ranks_->finish_sums();
    });
  }
  meet(worker, step);
}

/// The update of this worker's weights.
void FusedEngine::update_from_sums(int worker, const Step& step) {
  const auto recorded = record(worker, step, to_say("update"));
  const auto update = [&](std::size_t l, const Panel& panel, std::size_t offset, int rows, bool bias) {
    apply(step, std::size_t(rows) * panel.width, rank_sums_ + weight_at_[l] + offset, layers_[l].weights.from(offset));
    if (bias) apply(step, panel.width, rank_sums_ + bias_at_[l] + panel.column, bias_of(worker, l).from(panel.column));
  };
  for (std::size_t l = 0; l <= last_hidden(); ++l) {
    const PanelLayer& layer = layers_[l];
    const Place& place = place_of(worker, l);
    const Share rows = place.part_of(layer.in);
    for (int p = place.panels.first; p < place.panels.end; ++p) {
      const Panel& panel = layer.panels[p];
      update(l, panel, panel.offset + std::size_t(rows.first) * panel.width, rows.count(), place.part == 0);
    }
  }
  const Share units = output_units(worker);
  for (const Panel& panel : output().panels)
    update(last(), panel, panel.offset + std::size_t(units.first) * panel.width, units.count(), true);
}

/// Rank 0's weights, where it alone makes the update.
void FusedEngine::receive_weights(int worker, const Step& step) {
  meet(worker, step);  // all are updated
  if (worker == 0)
    talk([&] {
      for (std::size_t l = 0; l < layers_.size(); ++l) {
        Aligned<float>& weights = layers_[l].weights.values;
        ranks_->broadcast(weights.data(), weights.size() * sizeof(float));
        ranks_->broadcast(bias_of(0, l).values.data(), static_cast<std::size_t>(layers_[l].padded) * sizeof(float));
      }
      for (std::size_t w = 1; w < workers_.size(); ++w)
        std::copy_n(workers_[0].bias.values.data(), output().padded, workers_[w].bias.values.data());
    });
  meet(worker, step);
}

}  // namespace mlplab::kernels
