// Forward through the nodes in order, the loss, backward through them in the other order, the update. What each node
// computes is in layers/.
#include "core/compute/plain_engine.h"

#include <algorithm>
#include <unordered_map>

#include "core/compute/gradient_sum.h"
#include "core/compute/layers/layer_step.h"

namespace mlplab {
namespace {

constexpr int evaluation_batch = 256;

class PlainEngine : public StepEngine {
 public:
  PlainEngine(Backend& backend, const StepPlan& plan);
  void set_state(const TrainingState& state) override;
  void get_state(TrainingState& state) override;
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
  /// What node `node` takes: the output of another node, or the examples.
  const float* input_of(std::size_t node) const;
  NetworkMemory memory() const { return {parameters_.as<float>(), gradient_values_, statistics_.as<float>()}; }
  void forward(const Pass& pass);
  void loss(int batch, StepTotals* totals);
  void backward(const Pass& pass);
  void update(float learning_rate);
  StepTotals read(Buffer& totals);

  Backend& backend_;
  StepPlan plan_;
  Network network_;
  std::vector<std::unique_ptr<LayerStep>> layers_;
  std::unordered_map<const Examples*, Resident> residents_;
  Buffer parameters_, statistics_, gradient_, order_, x_, y_, totals_, evaluation_totals_;
  std::vector<Buffer> slots_;
  std::vector<Buffer> outputs_;       // [nodes] of [batch, shape]
  std::vector<Buffer> deltas_;        // [nodes] of [batch, shape]: ∂loss/∂output
  std::unique_ptr<GradientSum> sum_;  // null where this process computes the whole batch
  float* gradient_values_ = nullptr;
  std::size_t order_size_ = 0;
  std::int64_t steps_done_ = 0;
};

PlainEngine::PlainEngine(Backend& backend, const StepPlan& plan)
    : backend_(backend), plan_(plan), network_(network_of(plan.model)) {
  const auto rows = static_cast<std::size_t>(std::max(plan.batch, evaluation_batch));
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
    deltas_.push_back(floats(rows * network_.shapes[node].size()));
  }
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

void PlainEngine::begin_epoch(std::span<const std::uint32_t> order) {
  order_size_ = order.size();
  backend_.fill_zero(totals_.data(), sizeof(StepTotals));
  backend_.upload(order.data(), order.size_bytes(), order_.data());
}

const float* PlainEngine::input_of(std::size_t node) const {
  const int input = network_.inputs[node].front();
  return input < 0 ? x_.as<float>() : outputs_[static_cast<std::size_t>(input)].as<float>();
}

void PlainEngine::forward(const Pass& pass) {
  for (std::size_t node = 0; node < layers_.size(); ++node)
    layers_[node]->forward(pass, memory(), input_of(node), outputs_[node].as<float>());
}

void PlainEngine::loss(int batch, StepTotals* totals) {
  const auto classes = static_cast<int>(network_.shapes[last()].size());
  backend_.loss(plan_.model.loss, batch, classes, outputs_[last()].as<float>(), y_.as<std::int32_t>(),
                deltas_[last()].as<float>(), totals);
}

void PlainEngine::backward(const Pass& pass) {
  for (std::size_t node = layers_.size(); node-- > 0;) {
    const int input = network_.inputs[node].front();
    float* input_delta = input < 0 ? nullptr : deltas_[static_cast<std::size_t>(input)].as<float>();
    layers_[node]->backward(pass, memory(), input_of(node), outputs_[node].as<float>(), deltas_[node].as<float>(),
                            input_delta);
    if (sum_) sum_->node_done(node, pass.share);
  }
}

void PlainEngine::train(std::int64_t first, std::span<const float> learning_rates) {
  const Resident& split = resident(*plan_.train);
  const auto batch_size = static_cast<std::size_t>(plan_.batch);
  for (std::size_t s = 0; s < learning_rates.size(); ++s) {
    if (plan_.profiler != nullptr) plan_.profiler->set_step(static_cast<int>(s));
    const std::size_t begin = (static_cast<std::size_t>(first) + s) * batch_size;
    const int whole = static_cast<int>(std::min(batch_size, order_size_ - begin));
    const RankShare share = share_of_batch(plan_, whole);
    const int batch = static_cast<int>(share.count);
    if (batch > 0) {
      backend_.gather(batch, plan_.model.inputs(), split.features, split.labels,
                      order_.as<std::uint32_t>() + begin + share.first, x_.as<float>(), y_.as<std::int32_t>());
      const Pass pass{Mode::train, batch,
                      batch == whole ? 1.0F : static_cast<float>(batch) / static_cast<float>(whole)};
      forward(pass);
      loss(batch, totals_.as<StepTotals>());
      backward(pass);
    } else {
      sum_->nothing_to_add();
    }
    ++steps_done_;
    if (sum_) sum_->finish();
    if (!sum_ || sum_->updates_here()) update(learning_rates[s]);
    if (sum_) sum_->share_weights(parameters_.as<float>());
  }
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
  for (std::size_t begin = first; begin < first + count; begin += evaluation_batch) {
    const int batch = static_cast<int>(std::min<std::size_t>(evaluation_batch, first + count - begin));
    backend_.gather(batch, plan_.model.inputs(), split.features + begin * d, split.labels + begin, nullptr,
                    x_.as<float>(), y_.as<std::int32_t>());
    forward({Mode::evaluate, batch});
    loss(batch, evaluation_totals_.as<StepTotals>());
  }
  return sum_of_ranks(plan_, read(evaluation_totals_));
}

}  // namespace

std::unique_ptr<StepEngine> make_plain_engine(Backend& backend, const StepPlan& plan) {
  return std::make_unique<PlainEngine>(backend, plan);
}

}  // namespace mlplab
