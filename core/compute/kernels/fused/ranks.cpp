// Ranks that share the batch: the gradients of all are added up before the update. Worker 0 talks to the other ranks.
#include <algorithm>
#include <array>

#include "core/base/mixed_hash.h"
#include "core/compute/kernels/fused/engine.h"

namespace mlplab::kernels {
namespace {

/// The place of a worker that has the whole layer.
Place whole_of(const PanelLayer& layer) {
  return {.panels = {0, static_cast<int>(layer.panels.size())}, .units = {0, layer.padded}};
}

}  // namespace

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

/// Whether all ranks cut the layers alike; every rank has to ask.
bool FusedEngine::cuts_as_rank_0() const {
  const std::uint64_t own = hash_of_panels();
  std::uint64_t first = own;
  ranks_->broadcast(&first, sizeof first);
  std::array<double, 1> others{own == first ? 0.0 : 1.0};
  ranks_->sum(others);
  return others[0] == 0.0;
}

/// A place for the whole gradient: panels and biases layer by layer.
void FusedEngine::make_rank_memory() {
  flat_ = plan_.mixed || !cuts_as_rank_0();
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
  if (!flat_ && !ranks_->overlaps()) {  // memory that others read in place is summed as a whole
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
  if (flat_) make_flat_memory();
}

/// As GradientSum has it, whose ranks take part in the same sums.
void FusedEngine::make_flat_memory() {
  if (ranks_->overlaps()) {
    const Network network = network_of(plan_.model);
    for (std::size_t l = layers_.size(); l-- > 0;) flat_parts_.push_back(network.parameters_of(l));
  } else {
    const Communicator::SumMemory memory = ranks_->sum_memory(layout_.size);
    flat_gradient_ = memory.values;
    flat_sums_ = memory.sums.data();
    flat_parts_.push_back({0, layout_.size});
  }
  if (flat_gradient_.empty()) {
    own_flat_.resize(layout_.size);
    flat_gradient_ = own_flat_;
    flat_sums_ = own_flat_.data();
  }
  std::ranges::fill(flat_gradient_, 0.0F);
}

/// Adds up the gradients of all ranks as flat vectors. Rank 0, which updates, has the sums in its panels then.
void FusedEngine::sum_flat() {
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const LayerSlice& slice = layout_.layers[l];
    from_panels(layers_[l], kernels_, gradient_of(l), flat_gradient_.data() + slice.weight);
    std::copy_n(bias_gradient_of(l), slice.out, flat_gradient_.data() + slice.bias);
  }
  for (const Network::Range& part : flat_parts_) ranks_->begin_sum(flat_gradient_.subspan(part.first, part.count));
  ranks_->finish_sums();
  if (ranks_->rank() != 0) return;
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const LayerSlice& slice = layout_.layers[l];
    to_panels(layers_[l], whole_of(layers_[l]), kernels_, flat_sums_ + slice.weight, gradient_of(l));
    std::copy_n(flat_sums_ + slice.bias, slice.out, bias_gradient_of(l));
  }
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
  if (ranks_ == nullptr || flat_ || !ranks_->overlaps()) return;
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
      if (flat_) return sum_flat();
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

void FusedEngine::receive_flat_weights() {
  if (ranks_->rank() == 0)
    copy_weights(flat_weights_, Trained::parameters);
  else
    flat_weights_.resize(layout_.size);
  ranks_->broadcast(flat_weights_.data(), flat_weights_.size() * sizeof(float));
  if (ranks_->rank() == 0) return;
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const LayerSlice& slice = layout_.layers[l];
    to_panels(layers_[l], whole_of(layers_[l]), kernels_, flat_weights_.data() + slice.weight,
              layers_[l].weights.values.data());
    for (int w = 0; w < (l == last() ? team_.size() : 1); ++w)
      std::copy_n(flat_weights_.data() + slice.bias, slice.out, bias_of(w, l).values.data());
  }
}

/// Rank 0's weights, where it alone makes the update.
void FusedEngine::receive_weights(int worker, const Step& step) {
  meet(worker, step);  // all are updated
  if (worker == 0)
    talk([&] {
      if (flat_) return receive_flat_weights();
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
