// Forward through the nodes in order, the loss, backward through them in the other order, the update. What each node
// computes is in layers/.
#include "core/compute/plain_engine.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/compute/gradient_sum.h"
#include "core/compute/layers/layer_step.h"
#include "core/compute/network_memory.h"

namespace mlplab {
namespace {

class PlainEngine : public StepEngine {
 public:
  PlainEngine(Backend& backend, const StepPlan& plan);
  void set_state(const TrainingState& state) override;
  void get_state(TrainingState& state) override;
  void features_changed() override;
  void begin_epoch(std::span<const std::uint32_t> order) override;
  void train(std::int64_t first, std::span<const float> learning_rates) override;
  StepTotals epoch_totals() override;
  StepTotals evaluate(const Examples& examples, std::size_t first, std::size_t count) override;

 private:
  /// A split where the backend can read it.
  struct Resident {
    Buffer features_copy, labels_copy;  // empty where the backend reads host memory
    const std::uint8_t* features = nullptr;
    const std::int32_t* labels = nullptr;
  };

  Buffer floats(std::size_t count) { return backend_.allocate(std::max<std::size_t>(count, 1) * sizeof(float)); }
  const Resident& resident(const Examples& examples);
  std::size_t last() const { return layers_.size() - 1; }
  float* output(std::size_t node) const { return outputs_[node].as<float>(); }
  float* delta(std::size_t node) const { return deltas_.as<float>() + delta_offsets_[node]; }
  /// What a node takes, outputs of others or the examples, and how many that are.
  using Taken = std::array<const float*, max_layer_inputs>;
  Inputs inputs_of(std::size_t node, Taken& taken) const;
  NetworkMemory memory() const { return {parameters_.as<float>(), gradient_values_, statistics_.as<float>()}; }
  void train_step(const Resident& split, std::size_t begin, float learning_rate);
  void forward(const Pass& pass);
  void loss(int batch, StepTotals* totals);
  void backward(const Pass& pass);
  void backward(const Pass& pass, std::size_t node);
  void join_without_examples(const Pass& pass);
  void update(float learning_rate);
  StepTotals read(Buffer& totals);

  Backend& backend_;
  StepPlan plan_;
  Network network_;
  std::vector<std::unique_ptr<LayerStep>> layers_;
  std::unordered_map<const Examples*, Resident> residents_;
  Buffer parameters_, statistics_, gradient_, order_, x_, y_, totals_, evaluation_totals_;
  std::vector<Buffer> slots_;
  std::vector<Buffer> outputs_;                   // [nodes] of [batch, shape]
  Buffer deltas_;                                 // of each node [batch, shape], where it is needed: ∂loss/∂output
  std::array<Buffer, max_layer_inputs> further_;  // [batch, shape]: what is added to a delta that is begun already
  std::size_t further_size_;
  std::vector<std::size_t> delta_offsets_;
  std::vector<bool> begun_;           // [nodes]: the delta holds something, in this backward pass
  std::unique_ptr<GradientSum> sum_;  // null where this process computes the whole batch
  bool meets_ranks_ = false;          // a layer does
  int evaluation_batch_;
  float* gradient_values_ = nullptr;
  std::size_t order_size_ = 0;
  std::int64_t steps_done_ = 0;
};

PlainEngine::PlainEngine(Backend& backend, const StepPlan& plan)
    : backend_(backend),
      plan_(plan),
      network_(network_of(plan.model)),
      begun_(network_.shapes.size()),
      evaluation_batch_(evaluation_batch(plan.model, plan.batch)) {
  const auto rows = static_cast<std::size_t>(std::max(plan.batch, evaluation_batch_));
  parameters_ = floats(network_.parameters_size);
  if (plan.communicator != nullptr)
    sum_ = std::make_unique<GradientSum>(backend_, *plan.communicator, network_);
  else
    gradient_ = floats(network_.parameters_size);
  statistics_ = floats(network_.statistics_size);
  gradient_values_ = sum_ ? sum_->gradient() : gradient_.as<float>();
  backend_.fill_zero(gradient_values_,
                     network_.parameters_size * sizeof(float));  // the padding between tensors stays zero for good
  for (int slot = 0; slot < state_slots(plan.optimizer.kind); ++slot)
    slots_.push_back(floats(network_.parameters_size));
  for (std::size_t node = 0; node < network_.shapes.size(); ++node) {
    layers_.push_back(make_layer_step(backend, plan_.model, network_, node));
    outputs_.push_back(floats(rows * network_.shapes[node].size()));
    meets_ranks_ = meets_ranks_ || layers_.back()->meets_ranks();
  }
  Arena arena = gradient_arena(network_, rows);
  delta_offsets_ = std::move(arena.offsets);
  deltas_ = floats(arena.size);
  further_size_ = rows * largest_fan_out(network_);
  x_ = floats(rows * plan.model.input.size());
  y_ = backend_.allocate(rows * sizeof(std::int32_t));
  order_ = backend_.allocate(std::max<std::size_t>(plan.train->size(), 1) * sizeof(std::uint32_t));
  totals_ = backend_.allocate(sizeof(StepTotals));
  evaluation_totals_ = backend_.allocate(sizeof(StepTotals));
  resident(*plan.train);
}

const PlainEngine::Resident& PlainEngine::resident(const Examples& examples) {
  if (const auto found = residents_.find(&examples); found != residents_.end()) return found->second;
  Resident split;
  if (backend_.host_memory()) {
    split.features = examples.features.data();
    split.labels = examples.labels.data();
  } else {
    split.features_copy = backend_.allocate(examples.features.size());
    backend_.upload(examples.features.data(), examples.features.size(), split.features_copy.data());
    const std::size_t label_bytes = examples.labels.size() * sizeof(std::int32_t);
    split.labels_copy = backend_.allocate(label_bytes);
    backend_.upload(examples.labels.data(), label_bytes, split.labels_copy.data());
    split.features = split.features_copy.as<std::uint8_t>();
    split.labels = split.labels_copy.as<std::int32_t>();
  }
  return residents_.emplace(&examples, std::move(split)).first->second;
}

void PlainEngine::set_state(const TrainingState& state) {
  backend_.upload(state.parameters.data(), network_.parameters_size * sizeof(float), parameters_.data());
  for (std::size_t s = 0; s < slots_.size(); ++s)
    backend_.upload(state.slots[s].data(), network_.parameters_size * sizeof(float), slots_[s].data());
  if (!state.statistics.empty())
    backend_.upload(state.statistics.data(), network_.statistics_size * sizeof(float), statistics_.data());
  steps_done_ = state.steps_done;
}

void PlainEngine::get_state(TrainingState& state) {
  backend_.wait();
  state.model = plan_.model;
  state.parameters.resize(network_.parameters_size);
  state.statistics.resize(network_.statistics_size);
  state.slots.resize(slots_.size());
  backend_.download(parameters_.data(), network_.parameters_size * sizeof(float), state.parameters.data());
  if (!state.statistics.empty())
    backend_.download(statistics_.data(), network_.statistics_size * sizeof(float), state.statistics.data());
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    state.slots[s].resize(network_.parameters_size);
    backend_.download(slots_[s].data(), network_.parameters_size * sizeof(float), state.slots[s].data());
  }
  state.steps_done = steps_done_;
}

/// Ordinary memory is read where it is.
void PlainEngine::features_changed() {
  const std::vector<std::uint8_t>& features = plan_.train->features;
  Resident& split = residents_.at(plan_.train);
  if (split.features_copy.data() != nullptr)
    backend_.upload(features.data(), features.size(), split.features_copy.data());
}

void PlainEngine::begin_epoch(std::span<const std::uint32_t> order) {
  order_size_ = order.size();
  backend_.fill_zero(totals_.data(), sizeof(StepTotals));
  backend_.upload(order.data(), order.size_bytes(), order_.data());
}

Inputs PlainEngine::inputs_of(std::size_t node, Taken& taken) const {
  const std::vector<int>& inputs = network_.inputs[node];
  for (std::size_t i = 0; i < inputs.size(); ++i)
    taken[i] = inputs[i] < 0 ? x_.as<float>() : output(static_cast<std::size_t>(inputs[i]));
  return {taken.data(), inputs.size()};
}

void PlainEngine::forward(const Pass& pass) {
  Taken taken;
  for (std::size_t node = 0; node < layers_.size(); ++node)
    layers_[node]->forward(pass, memory(), inputs_of(node, taken), output(node));
}

void PlainEngine::loss(int batch, StepTotals* totals) {
  const auto classes = static_cast<int>(network_.shapes[last()].size());
  backend_.loss(plan_.model.loss, batch, classes, output(last()), y_.as<std::int32_t>(), delta(last()), totals);
}

void PlainEngine::backward(const Pass& pass) {
  std::fill(begun_.begin(), begun_.end(), false);
  for (std::size_t node = layers_.size(); node-- > 0;) {
    backward(pass, node);
    if (sum_) sum_->node_done(node, pass.share);
  }
}

/// Gradients of an output that several nodes take are added up: the first is written where it belongs, further ones are
/// computed beside it.
void PlainEngine::backward(const Pass& pass, std::size_t node) {
  const std::vector<int>& inputs = network_.inputs[node];
  std::array<float*, max_layer_inputs> gradients{};
  std::array<bool, max_layer_inputs> is_further{};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] < 0) continue;
    const auto input = static_cast<std::size_t>(inputs[i]);
    is_further[i] = begun_[input];
    if (is_further[i] && further_[i].data() == nullptr) further_[i] = floats(further_size_);
    gradients[i] = is_further[i] ? further_[i].as<float>() : delta(input);
    begun_[input] = true;
  }
  Taken taken;
  layers_[node]->backward(pass, memory(), inputs_of(node, taken), output(node), delta(node),
                          {gradients.data(), inputs.size()});
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!is_further[i]) continue;
    const auto input = static_cast<std::size_t>(inputs[i]);
    backend_.add(Activation::identity, static_cast<std::size_t>(pass.batch) * network_.shapes[input].size(),
                 delta(input), further_[i].as<float>(), delta(input));
  }
}

/// This rank has no rows of the batch: its gradient is zero, but it is there where the others meet.
void PlainEngine::join_without_examples(const Pass& pass) {
  if (!meets_ranks_) return sum_->nothing_to_add();
  const std::array<const float*, max_layer_inputs> nothing{};
  const std::array<float*, max_layer_inputs> none{};
  for (const auto& layer : layers_)
    if (layer->meets_ranks()) layer->forward(pass, memory(), nothing, nullptr);
  backend_.fill_zero(gradient_values_, network_.parameters_size * sizeof(float));
  for (std::size_t node = layers_.size(); node-- > 0;) {
    if (layers_[node]->meets_ranks()) layers_[node]->backward(pass, memory(), nothing, nullptr, nullptr, none);
    sum_->node_done(node, /*share=*/1.0F);
  }
}

void PlainEngine::train(std::int64_t first, std::span<const float> learning_rates) {
  const Resident& split = resident(*plan_.train);
  backend_.in_series([&] {
    for (std::size_t s = 0; s < learning_rates.size(); ++s) {
      if (plan_.profiler != nullptr) plan_.profiler->set_step(static_cast<int>(s));
      const std::size_t begin = (static_cast<std::size_t>(first) + s) * static_cast<std::size_t>(plan_.batch);
      train_step(split, begin, learning_rates[s]);
    }
  });
}

/// The batch that begins at `begin` of the epoch's order.
void PlainEngine::train_step(const Resident& split, std::size_t begin, float learning_rate) {
  const int whole = static_cast<int>(std::min(static_cast<std::size_t>(plan_.batch), order_size_ - begin));
  const RankShare share = share_of_batch(plan_, whole);
  const int batch = static_cast<int>(share.count);
  const Pass pass{.mode = Mode::train,
                  .batch = batch,
                  .share = batch == whole ? 1.0F : static_cast<float>(batch) / static_cast<float>(whole),
                  .whole = whole,
                  .first_example = share.first,
                  .seed = plan_.seed,
                  .step = steps_done_,
                  .ranks = plan_.communicator};
  if (batch > 0) {
    backend_.gather(batch, plan_.model.inputs(), split.features, split.labels,
                    order_.as<std::uint32_t>() + begin + share.first, x_.as<float>(), y_.as<std::int32_t>());
    forward(pass);
    loss(batch, totals_.as<StepTotals>());
    backward(pass);
  } else {
    join_without_examples(pass);
  }
  ++steps_done_;
  if (sum_) sum_->finish();
  if (!sum_ || sum_->updates_here()) update(learning_rate);
  if (sum_) sum_->share_weights(parameters_.as<float>());
}

void PlainEngine::update(float learning_rate) {
  Update u{.optimizer = plan_.optimizer,
           .learning_rate = learning_rate,
           .step = steps_done_,
           .count = network_.parameters_size};
  u.gradient = sum_ ? sum_->summed() : gradient_values_;
  u.slot0 = slots_.empty() ? nullptr : slots_[0].as<float>();
  u.slot1 = slots_.size() < 2 ? nullptr : slots_[1].as<float>();
  u.parameters = parameters_.as<float>();
  backend_.update(u);
}

StepTotals PlainEngine::read(Buffer& totals) {
  StepTotals result;
  backend_.wait();
  backend_.download(totals.data(), sizeof result, &result);
  return result;
}

StepTotals PlainEngine::epoch_totals() { return sum_of_ranks(plan_, read(totals_)); }

StepTotals PlainEngine::evaluate(const Examples& examples, std::size_t first, std::size_t count) {
  const Resident& split = resident(examples);
  const auto d = plan_.model.input.size();
  const RankShare share = share_of_examples(plan_, count);
  first += share.first, count = share.count;
  backend_.fill_zero(evaluation_totals_.data(), sizeof(StepTotals));
  backend_.in_series([&] {
    for (std::size_t begin = first; begin < first + count; begin += static_cast<std::size_t>(evaluation_batch_)) {
      const int batch =
          static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(evaluation_batch_), first + count - begin));
      backend_.gather(batch, plan_.model.inputs(), split.features + begin * d, split.labels + begin, nullptr,
                      x_.as<float>(), y_.as<std::int32_t>());
      forward({.mode = Mode::evaluate, .batch = batch});
      loss(batch, evaluation_totals_.as<StepTotals>());
    }
  });
  return sum_of_ranks(plan_, read(evaluation_totals_));
}

}  // namespace

std::unique_ptr<StepEngine> make_plain_engine(Backend& backend, const StepPlan& plan) {
  return std::make_unique<PlainEngine>(backend, plan);
}

}  // namespace mlplab
