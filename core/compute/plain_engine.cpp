// Forward through the nodes in order, the loss, backward through them in the other order, the update. The computation
// of each node is in layers/.
#include "core/compute/plain_engine.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/base/language.h"
#include "core/compute/gradient_sum.h"
#include "core/compute/gradient_targets.h"
#include "core/compute/layers/layer_step.h"
#include "core/compute/network_memory.h"
#include "core/compute/recorder.h"

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
  std::string remark() const override;
  /// As NodeReader::read, of plan.train.
  void read_nodes(std::size_t first, std::size_t count, std::span<const std::size_t> nodes,
                  std::vector<std::vector<float>>& values);

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
  /// The inputs of a node: outputs of other nodes or the examples, and their number.
  using Taken = std::array<const float*, max_layer_inputs>;
  Inputs inputs_of(std::size_t node, Taken& taken) const;
  const Shape& shape_of(int node) const {
    return node < 0 ? plan_.model.input : network_.shapes[static_cast<std::size_t>(node)];
  }
  /// Whether what a node (-1: the example) gives is in the backend's own layout, and not as this one takes it.
  bool is_image(int node) const { return node >= 0 && on_images_[static_cast<std::size_t>(node)]; }
  bool turns(int input, std::size_t node) const { return is_image(input) != on_images_[node]; }
  Buffer& turned_copy(int node) { return turned_copies_[static_cast<std::size_t>(node + 1)]; }
  void make_turned_copies(std::size_t rows);
  /// `to_own`: to the backend's own layout of images; else from it.
  void change_layout(bool to_own, int batch, const Shape& shape, const float* from, float* to);
  /// Copies a node's output for the nodes that take it in the other layout.
  void turn(int node, int batch);
  NetworkMemory memory() const { return {parameters_.as<float>(), gradient_values_, statistics_.as<float>()}; }
  void train_step(const Resident& split, std::size_t begin, float learning_rate);
  void forward(const Pass& pass);
  void loss(int batch, int mean_over, StepTotals* totals);
  void take_batch(int batch, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order);
  void backward(const Pass& pass);
  void backward(const Pass& pass, std::size_t node);
  void join_without_examples(const Pass& pass);
  void update(float learning_rate);
  void average_statistics();
  StepTotals read(Buffer& totals);
  void read_output(std::size_t node, int batch, float* values);

  Backend& backend_;
  const Recorder run_;
  StepPlan plan_;
  Network network_;
  std::vector<bool> on_images_;     // [nodes]: takes and gives images in the backend's own layout
  std::vector<std::size_t> sizes_;  // [nodes]: floats of an output
  std::vector<std::unique_ptr<LayerStep>> layers_;
  std::unordered_map<const Examples*, Resident> residents_;
  Buffer parameters_, statistics_, gradient_, order_, x_, y_, totals_, evaluation_totals_;
  std::vector<Buffer> slots_;
  std::vector<Buffer> outputs_;                   // [nodes] of [batch, size]
  std::vector<Buffer> turned_copies_;             // [1 + nodes] of the example and outputs, in the other layout
  Buffer deltas_;                                 // of each node [batch, size], where it is needed: ∂loss/∂output
  std::array<Buffer, max_layer_inputs> further_;  // [batch, size]: what is added to a delta that is begun already
  std::array<Buffer, max_layer_inputs> turned_gradients_;  // [batch, size]: in the other layout than where it goes
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
      run_(backend, plan.profiler),
      plan_(plan),
      network_(network_of(plan.model)),
      on_images_(nodes_on_images(run_, plan.model, network_)),
      sizes_(sizes_of(network_)),
      begun_(network_.shapes.size()),
      evaluation_batch_(evaluation_batch(plan.model, plan.batch)) {
  const auto rows = static_cast<std::size_t>(std::max(plan.batch, evaluation_batch_));
  parameters_ = floats(network_.parameters_size);
  if (plan.communicator != nullptr)
    sum_ = std::make_unique<GradientSum>(run_, *plan.communicator, network_, plan.mixed);
  else
    gradient_ = floats(network_.parameters_size);
  statistics_ = floats(network_.statistics_size);
  gradient_values_ = sum_ ? sum_->gradient() : gradient_.as<float>();
  run_.fill_zero(gradient_values_,
                 network_.parameters_size * sizeof(float));  // the padding between tensors stays zero for good
  for (int slot = 0; slot < state_slots(plan.optimizer.kind); ++slot)
    slots_.push_back(floats(network_.parameters_size));
  for (std::size_t node = 0; node < network_.shapes.size(); ++node) {
    layers_.push_back(make_layer_step(run_, plan_.model, network_, node, on_images_[node]));
    if (on_images_[node]) sizes_[node] = run_.layers().image_size(network_.shapes[node]);
    outputs_.push_back(floats(rows * sizes_[node]));
    meets_ranks_ = meets_ranks_ || (layers_.back()->meets_ranks() && !plan.local_statistics);
  }
  make_turned_copies(rows);
  Arena arena = gradient_arena(network_, sizes_, rows);
  delta_offsets_ = std::move(arena.offsets);
  deltas_ = floats(arena.size);
  further_size_ = rows * largest_fan_out(network_, sizes_);
  x_ = floats(rows * plan.model.input.size());
  y_ = backend_.allocate(rows * sizeof(std::int32_t));
  order_ = backend_.allocate(std::max<std::size_t>(plan.train->size(), 1) * sizeof(std::uint32_t));
  totals_ = backend_.allocate(sizeof(StepTotals));
  evaluation_totals_ = backend_.allocate(sizeof(StepTotals));
  if (plan.profiler != nullptr) plan.profiler->set_nodes(network_.shapes.size());
  resident(*plan.train);
}

void PlainEngine::make_turned_copies(std::size_t rows) {
  turned_copies_.resize(network_.shapes.size() + 1);
  std::array<std::size_t, max_layer_inputs> largest{};
  const auto will_turn = [&](int node, bool to_image, std::size_t input) {
    const std::size_t size = to_image ? run_.layers().image_size(shape_of(node)) : shape_of(node).size();
    if (turned_copy(node).data() == nullptr) turned_copy(node) = floats(rows * size);
    if (node >= 0) largest[input] = std::max(largest[input], size);
  };
  for (std::size_t node = 0; node < network_.shapes.size(); ++node)
    for (std::size_t i = 0; i < network_.inputs[node].size(); ++i)
      if (const int input = network_.inputs[node][i]; turns(input, node)) will_turn(input, on_images_[node], i);
  if (on_images_.back()) will_turn(static_cast<int>(last()), false, 0);  // for the loss
  for (std::size_t i = 0; i < largest.size(); ++i)
    if (largest[i] > 0) turned_gradients_[i] = floats(rows * largest[i]);
}

void PlainEngine::turn(int node, int batch) {
  if (turned_copy(node).data() == nullptr) return;
  const float* from = node < 0 ? x_.as<float>() : output(static_cast<std::size_t>(node));
  change_layout(!is_image(node), batch, shape_of(node), from, turned_copy(node).as<float>());
}

void PlainEngine::change_layout(bool to_own, int batch, const Shape& shape, const float* from, float* to) {
  run_(to_say("layout of images"), to_own ? &LayerOperations::arrange : &LayerOperations::restore, batch, shape, from,
       to);
}

const PlainEngine::Resident& PlainEngine::resident(const Examples& examples) {
  if (const auto found = residents_.find(&examples); found != residents_.end()) return found->second;
  Resident split;
  if (backend_.host_memory()) {
    split.features = examples.features.data();
    split.labels = examples.labels.data();
  } else {
    split.features_copy = backend_.allocate(examples.features.size());
    run_.upload(examples.features.data(), examples.features.size(), split.features_copy.data());
    const std::size_t label_bytes = examples.labels.size() * sizeof(std::int32_t);
    split.labels_copy = backend_.allocate(label_bytes);
    run_.upload(examples.labels.data(), label_bytes, split.labels_copy.data());
    split.features = split.features_copy.as<std::uint8_t>();
    split.labels = split.labels_copy.as<std::int32_t>();
  }
  return residents_.emplace(&examples, std::move(split)).first->second;
}

void PlainEngine::set_state(const TrainingState& state) {
  run_.upload(state.parameters.data(), network_.parameters_size * sizeof(float), parameters_.data());
  for (std::size_t s = 0; s < slots_.size(); ++s)
    run_.upload(state.slots[s].data(), network_.parameters_size * sizeof(float), slots_[s].data());
  if (!state.statistics.empty())
    run_.upload(state.statistics.data(), network_.statistics_size * sizeof(float), statistics_.data());
  steps_done_ = state.steps_done;
}

void PlainEngine::get_state(TrainingState& state) {
  run_.wait();
  state.model = plan_.model;
  state.parameters.resize(network_.parameters_size);
  state.statistics.resize(network_.statistics_size);
  state.slots.resize(slots_.size());
  run_.download(parameters_.data(), network_.parameters_size * sizeof(float), state.parameters.data());
  if (!state.statistics.empty())
    run_.download(statistics_.data(), network_.statistics_size * sizeof(float), state.statistics.data());
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    state.slots[s].resize(network_.parameters_size);
    run_.download(slots_[s].data(), network_.parameters_size * sizeof(float), state.slots[s].data());
  }
  state.steps_done = steps_done_;
}

/// Ordinary memory is read where it is.
void PlainEngine::features_changed() {
  const std::vector<std::uint8_t>& features = plan_.train->features;
  Resident& split = residents_.at(plan_.train);
  if (split.features_copy.data() != nullptr) run_.upload(features.data(), features.size(), split.features_copy.data());
}

void PlainEngine::begin_epoch(std::span<const std::uint32_t> order) {
  order_size_ = order.size();
  run_.fill_zero(totals_.data(), sizeof(StepTotals));
  run_.upload(order.data(), order.size_bytes(), order_.data());
}

Inputs PlainEngine::inputs_of(std::size_t node, Taken& taken) const {
  const std::vector<int>& inputs = network_.inputs[node];
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (turns(inputs[i], node))
      taken[i] = turned_copies_[static_cast<std::size_t>(inputs[i] + 1)].as<float>();
    else
      taken[i] = inputs[i] < 0 ? x_.as<float>() : output(static_cast<std::size_t>(inputs[i]));
  }
  return {taken.data(), inputs.size()};
}

void PlainEngine::forward(const Pass& pass) {
  Taken taken;
  for (std::size_t node = 0; node < layers_.size(); ++node) {
    const ProfileNodeScope place(plan_.profiler, node, /*backward=*/false);
    layers_[node]->forward(pass, memory(), inputs_of(node, taken), output(node));
    turn(static_cast<int>(node), pass.batch);
  }
}

void PlainEngine::take_batch(int batch, const std::uint8_t* features, const std::int32_t* labels,
                             const std::uint32_t* order) {
  run_(to_say("gather"), &Backend::gather, batch, plan_.model.inputs(), features, labels, order, x_.as<float>(),
       y_.as<std::int32_t>());
  turn(-1, batch);
}

void PlainEngine::loss(int batch, int mean_over, StepTotals* totals) {
  const auto classes = static_cast<int>(network_.shapes[last()].size());
  const bool turned = on_images_.back();
  float* gradient = turned ? turned_gradients_[0].as<float>() : delta(last());
  run_(to_say("loss"), &Backend::loss, plan_.model.loss, batch, classes, mean_over,
       turned ? turned_copies_.back().as<float>() : output(last()), y_.as<std::int32_t>(), gradient, totals);
  if (turned) change_layout(/*to_own=*/true, batch, network_.shapes.back(), gradient, delta(last()));
}

void PlainEngine::backward(const Pass& pass) {
  std::fill(begun_.begin(), begun_.end(), false);
  for (std::size_t node = layers_.size(); node-- > 0;) {
    {
      const ProfileNodeScope place(plan_.profiler, node, /*backward=*/true);
      backward(pass, node);
    }
    if (sum_) sum_->node_done(node);
  }
}

void PlainEngine::backward(const Pass& pass, std::size_t node) {
  const std::vector<int>& inputs = network_.inputs[node];
  const auto delta_of = [this](std::size_t input) { return delta(input); };
  const GradientTargets targets = gradient_targets(inputs, begun_, delta_of, [this](std::size_t i) {
    if (further_[i].data() == nullptr) further_[i] = floats(further_size_);
    return further_[i].as<float>();
  });
  std::array<float*, max_layer_inputs> written = targets.to;  // by the node, in its layout
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (targets.to[i] != nullptr && turns(inputs[i], node)) written[i] = turned_gradients_[i].as<float>();
  Taken taken;
  layers_[node]->backward(pass, memory(), inputs_of(node, taken), output(node), delta(node),
                          {written.data(), inputs.size()});
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (written[i] != targets.to[i])
      change_layout(!on_images_[node], pass.batch, shape_of(inputs[i]), written[i], targets.to[i]);
  add_further(run_, targets, inputs, pass.batch, sizes_, delta_of);
}

/// This rank has no rows of the batch: its gradient is zero, but it is there where the others meet.
void PlainEngine::join_without_examples(const Pass& pass) {
  if (!meets_ranks_) return sum_->nothing_to_add();
  run_.fill_zero(gradient_values_, network_.parameters_size * sizeof(float));
  mlplab::join_without_examples(layers_, pass, memory(), [this](std::size_t node) { sum_->node_done(node); });
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
                  .whole = plan_.local_statistics ? batch : whole,
                  .first_example = share.first,
                  .seed = plan_.seed,
                  .step = steps_done_,
                  .ranks = plan_.local_statistics ? nullptr : plan_.communicator};
  if (batch > 0) {
    take_batch(batch, split.features, split.labels, order_.as<std::uint32_t>() + begin + share.first);
    forward(pass);
    loss(batch, whole, totals_.as<StepTotals>());
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
  run_(to_say("update"), &Backend::update, u);
}

StepTotals PlainEngine::read(Buffer& totals) {
  StepTotals result;
  run_.wait();
  run_.download(totals.data(), sizeof result, &result);
  return result;
}

void PlainEngine::average_statistics() {
  std::vector<float> values(network_.statistics_size);
  run_.wait();
  run_.download(statistics_.data(), values.size() * sizeof(float), values.data());
  average_over_ranks(plan_, values);
  run_.upload(values.data(), values.size() * sizeof(float), statistics_.data());
}

StepTotals PlainEngine::epoch_totals() {
  if (plan_.local_statistics && plan_.communicator != nullptr && network_.statistics_size > 0) average_statistics();
  return sum_of_ranks(plan_, read(totals_));
}

std::string PlainEngine::remark() const { return remark_on_ranks(plan_); }

StepTotals PlainEngine::evaluate(const Examples& examples, std::size_t first, std::size_t count) {
  const Resident& split = resident(examples);
  const auto d = plan_.model.input.size();
  const RankShare share = share_of_examples(plan_, count);
  first += share.first, count = share.count;
  run_.fill_zero(evaluation_totals_.data(), sizeof(StepTotals));
  backend_.in_series([&] {
    for (std::size_t begin = first; begin < first + count; begin += static_cast<std::size_t>(evaluation_batch_)) {
      const int batch =
          static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(evaluation_batch_), first + count - begin));
      take_batch(batch, split.features + begin * d, split.labels + begin, nullptr);
      forward({.mode = Mode::evaluate, .batch = batch});
      loss(batch, batch, evaluation_totals_.as<StepTotals>());
    }
  });
  return sum_of_ranks(plan_, read(evaluation_totals_));
}

/// values [batch, numbers of the node], in the layout that an image has everywhere else.
void PlainEngine::read_output(std::size_t node, int batch, float* values) {
  const std::size_t count = static_cast<std::size_t>(batch) * network_.shapes[node].size();
  const float* source = output(node);
  Buffer plain;
  if (on_images_[node]) {
    plain = floats(count);
    change_layout(/*to_own=*/false, batch, network_.shapes[node], source, plain.as<float>());
    source = plain.as<float>();
  }
  run_.wait();
  run_.download(source, count * sizeof(float), values);
}

void PlainEngine::read_nodes(std::size_t first, std::size_t count, std::span<const std::size_t> nodes,
                             std::vector<std::vector<float>>& values) {
  const Resident& split = resident(*plan_.train);
  const auto d = plan_.model.input.size();
  values.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) values[i].resize(count * network_.shapes[nodes[i]].size());
  for (std::size_t done = 0; done < count; done += static_cast<std::size_t>(evaluation_batch_)) {
    const int batch =
        static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(evaluation_batch_), count - done));
    const std::size_t begin = first + done;
    backend_.in_series([&] {
      take_batch(batch, split.features + begin * d, split.labels + begin, nullptr);
      forward({.mode = Mode::evaluate, .batch = batch});
    });
    for (std::size_t i = 0; i < nodes.size(); ++i)
      read_output(nodes[i], batch, values[i].data() + done * network_.shapes[nodes[i]].size());
  }
}

class PlainNodeReader : public NodeReader {
 public:
  PlainNodeReader(Backend& backend, const TrainingState& state, const Examples& examples)
      : engine_(backend, {.model = state.model, .optimizer = {}, .batch = examples_at_once, .train = &examples}) {
    engine_.set_state(state);
  }
  void read(std::size_t first, std::size_t count, std::span<const std::size_t> nodes,
            std::vector<std::vector<float>>& values) override {
    engine_.read_nodes(first, count, nodes, values);
  }

 private:
  static constexpr int examples_at_once = 32;  // of images: their layers' outputs take much memory
  PlainEngine engine_;
};

}  // namespace

std::unique_ptr<NodeReader> make_node_reader(Backend& backend, const TrainingState& state, const Examples& examples) {
  return std::make_unique<PlainNodeReader>(backend, state, examples);
}

std::unique_ptr<StepEngine> make_plain_engine(Backend& backend, const StepPlan& plan) {
  return std::make_unique<PlainEngine>(backend, plan);
}

}  // namespace mlplab
