#include "core/compute/gradient_sum.h"

#include <algorithm>

namespace mlplab {

RankShare share_of_batch(const StepPlan& plan, int whole) {
  return share_of_examples(plan, static_cast<std::size_t>(whole));
}

RankShare share_of_examples(const StepPlan& plan, std::size_t count) {
  if (plan.communicator == nullptr) return {0, count};
  return share_of_rank(count, plan.communicator->rank(), plan.communicator->size());
}

StepTotals sum_of_ranks(const StepPlan& plan, const StepTotals& own) {
  if (plan.communicator == nullptr) return own;
  double sums[] = {own.loss_sum, static_cast<double>(own.correct), static_cast<double>(own.examples)};
  plan.communicator->sum(sums);
  return {sums[0], static_cast<std::int64_t>(sums[1]), static_cast<std::int64_t>(sums[2])};
}

GradientSum::GradientSum(Backend& backend, Communicator& communicator, const ParameterLayout& layout)
    : backend_(backend),
      communicator_(communicator),
      layout_(layout),
      host_(backend.host_memory()),
      by_layer_(communicator.overlaps()) {
  if (!by_layer_) {  // memory that others read in place is summed as a whole
    const Communicator::SumMemory memory = communicator.sum_memory(layout.size);
    values_ = memory.values.data();
    sums_ = memory.sums.data();
  }
  if (values_ == nullptr) {
    own_.resize(layout.size);
    values_ = own_.data();
    sums_ = own_.data();
  }
  std::fill_n(values_, layout.size, 0.0F);
  if (!host_) device_ = backend.allocate(layout.size * sizeof(float));
}

void GradientSum::layer_done(std::size_t l, float share) {
  const LayerSlice& slice = layout_.layers[l];
  const std::size_t end = l + 1 < layout_.layers.size() ? layout_.layers[l + 1].weight : layout_.size;
  if (!host_)
    backend_.download(device_.as<float>() + slice.weight, (end - slice.weight) * sizeof(float), values_ + slice.weight);
  if (share != 1.0F) {
    backend_.wait();
    for (int i = 0; i < slice.out; ++i) values_[slice.bias + static_cast<std::size_t>(i)] *= share;
  }
  if (by_layer_)
    begin(slice.weight, end - slice.weight);
  else if (l == 0)
    begin(0, layout_.size);
}

void GradientSum::nothing_to_add() {
  std::fill_n(values_, layout_.size, 0.0F);
  if (!by_layer_) return begin(0, layout_.size);
  for (std::size_t l = layout_.layers.size(); l-- > 0;) {
    const std::size_t first = layout_.layers[l].weight;
    begin(first, (l + 1 < layout_.layers.size() ? layout_.layers[l + 1].weight : layout_.size) - first);
  }
}

void GradientSum::begin(std::size_t first, std::size_t count) {
  backend_.wait();
  communicator_.begin_sum({values_ + first, count});
}

void GradientSum::finish() {
  communicator_.finish_sums();
  if (!host_ && updates_here()) backend_.upload(sums_, layout_.size * sizeof(float), device_.data());
}

void GradientSum::share_weights(float* parameters) {
  if (!communicator_.central()) return;
  backend_.wait();
  const std::size_t bytes = layout_.size * sizeof(float);
  if (host_) return communicator_.broadcast(parameters, bytes);
  if (communicator_.rank() == 0) backend_.download(parameters, bytes, own_.data());
  communicator_.broadcast(own_.data(), bytes);
  if (communicator_.rank() != 0) backend_.upload(own_.data(), bytes, parameters);
}

}  // namespace mlplab
