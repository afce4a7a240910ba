#include "core/compute/gradient_sum.h"

#include <algorithm>

#include "core/base/language.h"

namespace mlplab {

RankShare share_of_batch(const StepPlan& plan, int whole) {
  return share_of_examples(plan, static_cast<std::size_t>(whole));
}

RankShare share_of_examples(const StepPlan& plan, std::size_t count) {
  if (plan.communicator == nullptr) return {0, count};
  return share_of_rank(count, plan.communicator->rank(), plan.communicator->size(), plan.weights);
}

std::size_t longest_share(const StepPlan& plan) {
  const auto whole = static_cast<std::size_t>(plan.batch);
  if (plan.communicator == nullptr) return whole;
  std::size_t longest = 0;
  for (int rank = 0; rank < plan.communicator->size(); ++rank)
    longest = std::max(longest, share_of_rank(whole, rank, plan.communicator->size(), plan.weights).count);
  return longest;
}

StepTotals sum_of_ranks(const StepPlan& plan, const StepTotals& own) {
  if (plan.communicator == nullptr) return own;
  double sums[] = {own.loss_sum, static_cast<double>(own.correct), static_cast<double>(own.examples)};
  plan.communicator->sum(sums);
  return {sums[0], static_cast<std::int64_t>(sums[1]), static_cast<std::int64_t>(sums[2])};
}

void average_over_ranks(const StepPlan& plan, std::span<float> statistics) {
  const double weight = plan.weights.empty() ? 1.0 / plan.communicator->size()
                                             : static_cast<double>(share_of_batch(plan, plan.batch).count) / plan.batch;
  std::vector<double> sums(statistics.begin(), statistics.end());
  for (double& value : sums) value *= weight;
  plan.communicator->sum(sums);
  std::ranges::transform(sums, statistics.begin(), [](double sum) { return static_cast<float>(sum); });
}

std::string remark_on_ranks(const StepPlan& plan) {
  if (!plan.local_statistics || plan.communicator == nullptr || plan.communicator->size() == 1) return {};
  return say("batch normalisation goes by each process's own part of a batch: the losses are not those of one process");
}

GradientSum::GradientSum(const Recorder& run, Communicator& communicator, const Network& network, bool central)
    : run_(run),
      communicator_(communicator),
      network_(network),
      host_(run.backend().host_memory()),
      by_layer_(communicator.overlaps()),
      central_(central || communicator.central()) {
  if (!by_layer_) {  // memory that others read in place is summed as a whole
    const Communicator::SumMemory memory = communicator.sum_memory(network.parameters_size);
    values_ = memory.values.data();
    sums_ = memory.sums.data();
  }
  if (values_ == nullptr) {
    own_.resize(network.parameters_size);
    values_ = own_.data();
    sums_ = own_.data();
  }
  std::fill_n(values_, network.parameters_size, 0.0F);
  if (!host_) device_ = run.backend().allocate(network.parameters_size * sizeof(float));
}

void GradientSum::node_done(std::size_t node) {
  const Network::Range range = network_.parameters_of(node);
  if (!host_ && range.count > 0)
    run_.download(device_.as<float>() + range.first, range.count * sizeof(float), values_ + range.first);
  if (by_layer_)
    begin(range.first, range.count);
  else if (node == 0)
    begin(0, network_.parameters_size);
}

void GradientSum::nothing_to_add() {
  std::fill_n(values_, network_.parameters_size, 0.0F);
  if (!by_layer_) return begin(0, network_.parameters_size);
  for (std::size_t node = network_.shapes.size(); node-- > 0;) {
    const Network::Range range = network_.parameters_of(node);
    begin(range.first, range.count);
  }
}

void GradientSum::begin(std::size_t first, std::size_t count) {
  if (count == 0) return;
  run_.wait();
  communicator_.begin_sum({values_ + first, count});
}

void GradientSum::finish() {
  communicator_.finish_sums();
  if (!host_ && updates_here()) run_.upload(sums_, network_.parameters_size * sizeof(float), device_.data());
}

void GradientSum::share_weights(float* parameters) {
  if (!central_) return;
  run_.wait();
  const std::size_t bytes = network_.parameters_size * sizeof(float);
  if (host_) return communicator_.broadcast(parameters, bytes);
  if (communicator_.rank() == 0) run_.download(parameters, bytes, own_.data());
  communicator_.broadcast(own_.data(), bytes);
  if (communicator_.rank() != 0) run_.upload(own_.data(), bytes, parameters);
}

}  // namespace mlplab
