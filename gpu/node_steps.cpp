// A step of any network, node by node on the backend's operations, as core/compute/plain_engine.cpp, which it is tested
// against. This file adds batches by every placement, steps that can be captured as graphs, and spans measured by
// events; ranks that share a batch sum their gradients on the devices. Layouts of a backend's own are the plain
// engine's business alone.
#include <algorithm>
#include <array>
#include <bit>

#include "core/compute/gradient_targets.h"
#include "core/compute/layers/layer_step.h"
#include "core/compute/network_memory.h"
#include "gpu/steps.h"

namespace mlplab::gpu {
namespace {

class NodeSteps : public Steps {
 public:
  NodeSteps(CudaBackend& backend, const StepPlan& plan, const Weights& weights, DeviceTrace& trace, int track,
            const Ranks& ranks);
  ~NodeSteps() override { backend_.record_on(nullptr, 0); }
  NodeSteps(const NodeSteps&) = delete;
  NodeSteps& operator=(const NodeSteps&) = delete;

  void step(const Batch& batch, const Rows& rows, const StepNumbers& numbers, Totals* totals) override;
  void evaluate(const Batch& batch, int rows, Totals* totals) override;
  Capture capture() const override;
  int rows_of_evaluation() const override { return evaluation_rows_; }

 private:
  using Taken = std::array<const float*, max_layer_inputs>;
  Inputs inputs_of(std::size_t node, Taken& taken) const;
  float* output(std::size_t node) const { return outputs_[node].data(); }
  float* delta(std::size_t node) const { return deltas_.data() + delta_offsets_[node]; }
  std::size_t last() const { return layers_.size() - 1; }
  NetworkMemory memory() const { return {weights_.parameters.data(), gradient_.data(), weights_.statistics.data()}; }
  void make_further(std::size_t size);
  void forward(const Batch& batch, const Pass& pass);
  void loss(int rows, int mean_over, Totals* totals);
  void backward(const Pass& pass);
  void backward(const Pass& pass, std::size_t node);

  CudaBackend& backend_;
  const Recorder run_;  // of no profiler: the backend records its operations itself
  const Weights& weights_;
  OptimizerSpec optimizer_;
  std::uint64_t seed_;
  Communicator* communicator_;  // of layers that go by the batch of all ranks; null: there is none, or they do not
  DeviceTrace& trace_;
  const Ranks& ranks_;
  mlplab::Network network_;
  std::vector<std::size_t> sizes_;  // [nodes]: numbers of an output
  std::vector<std::unique_ptr<LayerStep>> layers_;
  int evaluation_rows_;
  DeviceArray<float> gradient_, x_;
  DeviceArray<std::int32_t> y_;
  std::vector<DeviceArray<float>> outputs_;                   // [nodes] of [rows, size]
  DeviceArray<float> deltas_;                                 // of each node [rows, size]: ∂loss/∂output
  std::array<DeviceArray<float>, max_layer_inputs> further_;  // [rows, size]: what is added to a delta begun already
  std::vector<std::size_t> delta_offsets_;
  bool meets_ranks_ = false;  // a layer does
  std::vector<bool> begun_;   // [nodes]: the delta holds something, in this backward pass
};

NodeSteps::NodeSteps(CudaBackend& backend, const StepPlan& plan, const Weights& weights, DeviceTrace& trace, int track,
                     const Ranks& ranks)
    : backend_(backend),
      run_(backend, /*profiler=*/nullptr),
      weights_(weights),
      optimizer_(plan.optimizer),
      seed_(plan.seed),
      communicator_(plan.local_statistics ? nullptr : plan.communicator),
      trace_(trace),
      ranks_(ranks),
      network_(network_of(plan.model)),
      sizes_(sizes_of(network_)),
      evaluation_rows_(evaluation_batch(plan.model, plan.batch)),
      gradient_(network_.parameters_size),
      begun_(sizes_.size()) {
  const auto rows = static_cast<std::size_t>(std::max(plan.batch, evaluation_rows_));
  x_ = DeviceArray<float>(rows * plan.model.input.size());
  y_ = DeviceArray<std::int32_t>(rows);
  for (std::size_t node = 0; node < sizes_.size(); ++node) {
    layers_.push_back(make_layer_step(run_, weights.model, network_, node, /*on_images=*/false));
    outputs_.emplace_back(rows * sizes_[node]);
    meets_ranks_ = meets_ranks_ || (layers_.back()->meets_ranks() && communicator_ != nullptr);
  }
  Arena arena = gradient_arena(network_, sizes_, rows);
  delta_offsets_ = std::move(arena.offsets);
  deltas_ = DeviceArray<float>(arena.size);
  make_further(rows * largest_fan_out(network_, sizes_));
  backend_.reserve_rows(rows);
  backend_.fill_zero(gradient_.data(), gradient_.bytes());  // the padding between tensors stays zero for good
  backend_.record_on(&trace_, track);
  if (plan.profiler != nullptr) plan.profiler->set_nodes(sizes_.size());
}

/// Allocates a buffer of `size` for each place among a node's inputs whose delta may be begun already. So no step
/// allocates.
void NodeSteps::make_further(std::size_t size) {
  std::vector<bool> begun(sizes_.size());
  for (std::size_t node = sizes_.size(); node-- > 0;)
    for (std::size_t i = 0; i < network_.inputs[node].size(); ++i) {
      if (network_.inputs[node][i] < 0) continue;
      const auto input = static_cast<std::size_t>(network_.inputs[node][i]);
      if (begun[input] && further_[i].size() == 0) further_[i] = DeviceArray<float>(size);
      begun[input] = true;
    }
}

Steps::Capture NodeSteps::capture() const {
  if (backend_.choice().style != Style::fused || meets_ranks_) return {};  // they meet on the host
  // A graph of some thousand kernels takes tens of milliseconds to make and is worth it; more gain nothing.
  constexpr unsigned kernels_a_node = 12, kernels_a_graph = 4096;
  const unsigned most = kernels_a_graph / (kernels_a_node * static_cast<unsigned>(layers_.size()));
  return {.least = 1, .most = static_cast<int>(std::bit_floor(std::clamp(most, 1U, unsigned{StepChunk::steps})))};
}

Inputs NodeSteps::inputs_of(std::size_t node, Taken& taken) const {
  const std::vector<int>& inputs = network_.inputs[node];
  for (std::size_t i = 0; i < inputs.size(); ++i)
    taken[i] = inputs[i] < 0 ? x_.data() : output(static_cast<std::size_t>(inputs[i]));
  return {taken.data(), inputs.size()};
}

void NodeSteps::forward(const Batch& batch, const Pass& pass) {
  backend_.gather_batch(pass.batch, weights_.model.inputs(), batch, x_.data(), y_.data());
  Taken taken;
  for (std::size_t node = 0; node < layers_.size(); ++node) {
    const ProfileNodeScope place(trace_.profiler(), node, /*backward=*/false);
    layers_[node]->forward(pass, memory(), inputs_of(node, taken), output(node));
  }
}

void NodeSteps::loss(int rows, int mean_over, Totals* totals) {
  backend_.loss(weights_.model.loss, rows, static_cast<int>(sizes_[last()]), mean_over, output(last()), y_.data(),
                delta(last()), totals);
}

void NodeSteps::backward(const Pass& pass) {
  std::fill(begun_.begin(), begun_.end(), false);
  for (std::size_t node = layers_.size(); node-- > 0;) backward(pass, node);
}

void NodeSteps::backward(const Pass& pass, std::size_t node) {
  const ProfileNodeScope place(trace_.profiler(), node, /*backward=*/true);
  const std::vector<int>& inputs = network_.inputs[node];
  const auto delta_of = [this](std::size_t input) { return delta(input); };
  const GradientTargets targets =
      gradient_targets(inputs, begun_, delta_of, [this](std::size_t i) { return further_[i].data(); });
  Taken taken;
  layers_[node]->backward(pass, memory(), inputs_of(node, taken), output(node), delta(node),
                          {targets.to.data(), inputs.size()});
  add_further(run_, targets, inputs, pass.batch, sizes_, delta_of);
}

void NodeSteps::step(const Batch& batch, const Rows& rows, const StepNumbers& numbers, Totals* totals) {
  const Pass pass{.mode = Mode::train,
                  .batch = rows.count,
                  .whole = communicator_ != nullptr ? rows.whole : rows.count,
                  .first_example = rows.first,
                  .seed = seed_,
                  .ranks = communicator_};
  backend_.draw_for(batch.chunk, batch.slot);  // in place of pass.step, which a captured graph would keep
  if (rows.count > 0) {
    forward(batch, pass);
    loss(rows.count, rows.whole, totals);
    backward(pass);
  } else {
    backend_.fill_zero(gradient_.data(), gradient_.bytes());
    if (meets_ranks_) join_without_examples(layers_, pass, memory(), [](std::size_t /*node*/) {});
  }
  backend_.draw_for(nullptr, 0);
  ranks_.sum(gradient_.data(), gradient_.size());
  backend_.apply_update(optimizer_of(optimizer_), numbers, batch.chunk, batch.slot, gradient_.size(), gradient_.data(),
                        weights_.slot(0), weights_.slot(1), weights_.parameters.data());
  if (backend_.choice().style == Style::naive) backend_.read_back(totals);
}

void NodeSteps::evaluate(const Batch& batch, int rows, Totals* totals) {
  forward(batch, {.mode = Mode::evaluate, .batch = rows});
  loss(rows, rows, totals);
}

}  // namespace

std::unique_ptr<Steps> make_node_steps(CudaBackend& backend, const StepPlan& plan, const Weights& weights,
                                       DeviceTrace& trace, int track, const Ranks& ranks) {
  return std::make_unique<NodeSteps>(backend, plan, weights, trace, track, ranks);
}

}  // namespace mlplab::gpu
