#include "core/compute/kernels/fused_engine.h"

#include <algorithm>
#include <array>
#include <exception>

#include "core/compute/gradient_sum.h"
#include "core/compute/kernels/aligned.h"
#include "core/compute/kernels/panel_layer.h"
#include "core/compute/kernels/sparse_lists.h"

namespace mlplab::kernels {
namespace {

constexpr int evaluation_batch = 120;  // examples a worker takes at a time: a multiple of the 6 rows of a tile
constexpr double most_lit = 0.5;       // above this the sparse first layer is the slower one
constexpr int x_buffers =
    3;  // a worker may prepare the next batch while another still updates with the one before this

constexpr int ahead = 4;  // images are in random order: the processor cannot guess which one comes next

/// Asks for memory that will be read soon.
void fetch(const void* data, std::size_t bytes) {
  constexpr std::size_t line = 64;
  for (std::size_t i = 0; i < bytes; i += line) __builtin_prefetch(static_cast<const char*>(data) + i, 0, 2);
}

std::size_t panel_floats(const PanelLayer& layer) {
  const Panel& last = layer.panels.back();
  return last.offset + static_cast<std::size_t>(last.width) * static_cast<std::size_t>(layer.in);
}

/// What one worker has for itself.
struct Worker {
  Aligned<float> packed;         // a transposed panel: [units of the next layer, width]
  Aligned<float> gradient;       // of one panel, where the update is not part of the product
  Aligned<float> sums;           // column sums of one panel
  Aligned<float> logits, delta;  // [batch, classes]: every worker adds up the partial logits for itself
  Aligned<float> bias;           // the last layer's, the same for every worker
  std::vector<Aligned<float>> bias_slots;
  std::vector<std::int32_t> y;
  std::vector<const Entry*> lists, positions;
  std::vector<PixelLists> pixels;  // none or one
  Aligned<float> evaluation_x;
  std::vector<Aligned<float>> evaluation_a;
  StepTotals totals;
};

class FusedEngine : public StepEngine {
 public:
  FusedEngine(const Kernels& kernels, Team& team, bool sparse, const StepPlan& plan);
  void set_state(const TrainingState& state) override;
  void get_state(TrainingState& state) override;
  void begin_epoch(std::span<const std::uint32_t> order) override {
    order_.assign(order.begin(), order.end());
    for (Worker& own : workers_) own.totals = {};
  }
  void train(std::int64_t first, std::span<const float> learning_rates) override;
  StepTotals epoch_totals() override;
  StepTotals evaluate(const Examples& examples, std::size_t first, std::size_t count) override;

 private:
  struct Step {
    std::int64_t index = 0;   // in the epoch
    std::int64_t number = 0;  // since the run's start, from 1
    int ordinal = 0;          // in this call of train(): the step that its spans belong to
    int buffer = 0;           // which of the rotating buffers
    bool has_next = false;
    float learning_rate = 0.0F;
  };

  /// Records what `worker` does until the returned value goes; nothing in a run that is not profiled.
  ProfileScope record(int worker, const Step& step, ProfilePart part, const char* operation) {
    return {plan_.profiler, first_track_ + worker, part, operation, step.ordinal};
  }
  ProfileScope record(int worker, const Step& step, const char* operation) {
    return record(worker, step, ProfilePart::kernel, operation);
  }
  /// Waits for the other workers.
  void meet(int worker, const Step& step) {
    if (team_.size() == 1) return;
    const auto recorded = record(worker, step, ProfilePart::communication, "barrier");
    barrier_.wait();
  }
  int whole_batch_of(std::int64_t step) const;
  /// This rank's share of it, and where that is.
  int batch_of(std::int64_t step) const { return static_cast<int>(share_of_batch(plan_, whole_batch_of(step)).count); }
  const std::uint32_t* examples_of(std::int64_t step) const {
    return order_.data() + step * plan_.batch + share_of_batch(plan_, whole_batch_of(step)).first;
  }
  void prepare(int worker, std::int64_t index, int buffer, const Step& step);
  void run_step(int worker, const Step& step);
  void find_examples(int worker, int batch, const Step& step);
  void forward(int worker, int batch, const float* x, const Step& step);
  void first_forward(int worker, int batch, const float* x);
  void hidden_forward(int worker, std::size_t layer, int batch);
  void output_forward(int worker, int batch, float* partial);
  void loss(int worker, int batch, int mean_over, int buffer);
  void backward(int worker, int batch, const float* x, const Step& step);
  void make_rank_memory();
  float* gradient_of(std::size_t l) { return rank_gradient_.data() + weight_at_[l]; }
  float* bias_gradient_of(std::size_t l) { return rank_gradient_.data() + bias_at_[l]; }
  void begin_layer_sum(int worker, std::size_t l, const Step& step);
  void sum_ranks(int worker, const Step& step);
  void update_from_sums(int worker, const Step& step);
  void receive_weights(int worker, const Step& step);
  void backward_into(int worker, std::size_t layer, int batch, const float* delta, std::ptrdiff_t ld_delta);
  void update_hidden(int worker, std::size_t layer, int batch, const float* input, std::ptrdiff_t ld_input,
                     const Step& step);
  void update_first_sparse(int worker, int batch, const Step& step);
  void update_output(int worker, int batch, const Step& step);
  void apply(const Step& step, std::size_t count, const float* gradient, float* parameters, float* slot0, float* slot1);
  void evaluate_rows(int worker, const Examples& examples, std::size_t first, int count);
  float decay_of(const Step& step) const {
    return 1.0F - step.learning_rate * static_cast<float>(plan_.optimizer.weight_decay);
  }
  /// One worker needs no second buffer, and one stays in the cache.
  int x_buffer(int step) const { return team_.size() == 1 ? 0 : step % x_buffers; }
  bool folds_update() const { return plan_.optimizer.kind == OptimizerKind::sgd && ranks_ == nullptr; }
  PanelLayer& output() { return layers_.back(); }
  std::size_t last_hidden() const { return layers_.size() - 2; }

  const Kernels& kernels_;
  Team& team_;
  Barrier barrier_;
  StepPlan plan_;
  ParameterLayout layout_;
  int slots_;
  bool sparse_;
  ImageLists images_;
  std::array<float, 256> value_of_{};
  std::vector<PanelLayer> layers_;
  std::vector<Aligned<float>> biases_;                   // hidden layers
  std::vector<std::vector<Aligned<float>>> bias_slots_;  // [slots][hidden layers]
  std::vector<Aligned<float>> activations_, deltas_;     // hidden layers, [batch, ld]
  std::array<Aligned<float>, x_buffers> x_;              // dense first layer: [batch, ld_x_]
  std::ptrdiff_t ld_x_ = 0;
  std::array<std::vector<Aligned<float>>, 2>
      partial_;  // [2][workers] of [batch, classes]; two, so that one barrier does
  std::vector<Worker> workers_;
  std::vector<std::uint32_t> order_;
  std::int64_t steps_done_ = 0;
  int first_track_ = 0;  // of the profiler, one a worker

  // Where ranks share the batch: the whole gradient, in the layout of the panels, summed before the update.
  Communicator* ranks_ = nullptr;
  Aligned<float> own_gradient_;  // where the communicator has no memory for it
  std::span<float> rank_gradient_;
  const float* rank_sums_ = nullptr;
  std::vector<std::size_t> weight_at_, bias_at_;  // [layers]
  std::exception_ptr rank_failure_;               // of the communicator: ends train()
};

FusedEngine::FusedEngine(const Kernels& kernels, Team& team, bool sparse, const StepPlan& plan)
    : kernels_(kernels),
      team_(team),
      barrier_(team.size()),
      plan_(plan),
      layout_(layout_of(plan.model)),
      slots_(state_slots(plan.optimizer.kind)),
      sparse_(sparse),
      ranks_(plan.communicator) {
  const int count = team.size();
  const auto rows = static_cast<std::size_t>(plan.batch);
  for (std::size_t v = 0; v < value_of_.size(); ++v) value_of_[v] = static_cast<float>(v) * feature_scale;
  bias_slots_.resize(static_cast<std::size_t>(slots_));
  std::size_t packed = 0, gradient = 0, widest = 0;
  for (std::size_t l = 0; l < layout_.layers.size(); ++l) {
    const bool last = l + 1 == layout_.layers.size();
    const int most_vectors = l == 0 && sparse_ ? kernels.max_sparse_vectors : kernels.max_vectors;
    layers_.push_back(make_panel_layer(layout_.layers[l], dense_layer(plan.model, l).activation, kernels, most_vectors,
                                       last ? 1 : count, slots_));
    const PanelLayer& layer = layers_.back();
    for (const Panel& panel : layer.panels) {
      gradient = std::max(gradient, static_cast<std::size_t>(layer.in) * panel.width);
      widest = std::max(widest, static_cast<std::size_t>(panel.width));
      if (!last) packed = std::max(packed, static_cast<std::size_t>(layout_.layers[l + 1].out) * panel.width);
    }
    if (last) break;
    biases_.emplace_back(layer.padded);
    for (auto& slot : bias_slots_) slot.emplace_back(layer.padded);
    activations_.emplace_back(rows * static_cast<std::size_t>(layer.ld));
    deltas_.emplace_back(rows * static_cast<std::size_t>(layer.ld));
  }
  ld_x_ = row_distance(plan.model.inputs());
  if (sparse_)
    images_ = ImageLists(plan.train->features, plan.model.inputs());
  else
    for (int buffer = 0; buffer < (count == 1 ? 1 : x_buffers); ++buffer)
      x_[buffer] = Aligned<float>(rows * static_cast<std::size_t>(ld_x_));
  const std::size_t logits = rows * static_cast<std::size_t>(output().ld);
  for (auto& partial : partial_)
    for (int worker = 0; worker < count; ++worker) partial.emplace_back(logits);
  workers_.resize(static_cast<std::size_t>(count));
  for (Worker& own : workers_) {
    own.packed = Aligned<float>(packed);
    own.gradient = Aligned<float>(folds_update() ? 0 : gradient);
    own.sums = Aligned<float>(widest);
    own.logits = Aligned<float>(logits);
    own.delta = Aligned<float>(logits);
    own.bias = Aligned<float>(output().padded);
    for (int slot = 0; slot < slots_; ++slot) own.bias_slots.emplace_back(output().padded);
    own.y.resize(rows);
    own.lists.resize(rows);
    own.positions.resize(rows);
    if (sparse_) own.pixels.emplace_back(plan.model.inputs());
  }
  for (int worker = 0; plan.profiler != nullptr && worker < count; ++worker) {
    const int track = plan.profiler->add_track("thread " + std::to_string(worker + 1));
    if (worker == 0) first_track_ = track;
  }
  if (ranks_ != nullptr) make_rank_memory();
}

void FusedEngine::set_state(const TrainingState& state) {
  const auto copy = [&](const std::vector<float>& from, int slot) {
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      const LayerSlice& slice = layout_.layers[l];
      PanelLayer& layer = layers_[l];
      to_panels(layer, kernels_, from.data() + slice.weight,
                slot < 0 ? layer.weights.data() : layer.weight_slots[slot].data());
      const float* bias = from.data() + slice.bias;
      if (l + 1 < layers_.size()) {
        std::copy_n(bias, slice.out, slot < 0 ? biases_[l].data() : bias_slots_[slot][l].data());
      } else {
        for (Worker& own : workers_)
          std::copy_n(bias, slice.out, slot < 0 ? own.bias.data() : own.bias_slots[slot].data());
      }
    }
  };
  copy(state.parameters, -1);
  for (int slot = 0; slot < slots_; ++slot) copy(state.slots[static_cast<std::size_t>(slot)], slot);
  steps_done_ = state.steps_done;
}

void FusedEngine::get_state(TrainingState& state) {
  const auto copy = [&](std::vector<float>& to, int slot) {
    to.assign(layout_.size, 0.0F);
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      const LayerSlice& slice = layout_.layers[l];
      const PanelLayer& layer = layers_[l];
      from_panels(layer, kernels_, slot < 0 ? layer.weights.data() : layer.weight_slots[slot].data(),
                  to.data() + slice.weight);
      const Aligned<float>& bias = l + 1 < layers_.size()
                                       ? (slot < 0 ? biases_[l] : bias_slots_[slot][l])
                                       : (slot < 0 ? workers_[0].bias : workers_[0].bias_slots[slot]);
      std::copy_n(bias.data(), slice.out, to.data() + slice.bias);
    }
  };
  state.model = plan_.model;
  copy(state.parameters, -1);
  state.slots.resize(static_cast<std::size_t>(slots_));
  for (int slot = 0; slot < slots_; ++slot) copy(state.slots[static_cast<std::size_t>(slot)], slot);
  state.steps_done = steps_done_;
}

int FusedEngine::whole_batch_of(std::int64_t step) const {
  return static_cast<int>(
      std::min<std::int64_t>(plan_.batch, static_cast<std::int64_t>(order_.size()) - step * plan_.batch));
}

/// This worker's share of the 8-bit pixels of step `index` as floats (dense first layer), while in `step`.
void FusedEngine::prepare(int worker, std::int64_t index, int buffer, const Step& step) {
  if (sparse_) return;
  const auto recorded = record(worker, step, "prepare");
  const Share share = share_of(batch_of(index), worker, team_.size());
  const std::uint32_t* examples = examples_of(index);
  const auto d = static_cast<std::size_t>(plan_.model.inputs());
  for (int i = share.first; i < share.end; ++i) {
    if (i + ahead < share.end) fetch(plan_.train->features.data() + examples[i + ahead] * d, d);
    kernels_.to_floats(d, plan_.train->features.data() + examples[i] * d, x_[buffer].data() + i * ld_x_);
  }
}

void FusedEngine::train(std::int64_t first, std::span<const float> learning_rates) {
  if (learning_rates.empty()) return;
  team_.run([&](int worker) {
    prepare(worker, first, 0, {});
    if (!sparse_) meet(worker, {});
    for (std::size_t s = 0; s < learning_rates.size(); ++s) {
      Step step;
      step.index = first + static_cast<std::int64_t>(s);
      step.number = steps_done_ + static_cast<std::int64_t>(s) + 1;
      step.buffer = static_cast<int>(s % (2 * x_buffers));
      step.has_next = s + 1 < learning_rates.size();
      step.ordinal = static_cast<int>(s);
      step.learning_rate = learning_rates[s];
      run_step(worker, step);
      if (rank_failure_) return;
    }
  });
  if (rank_failure_) std::rethrow_exception(rank_failure_);
  steps_done_ += static_cast<std::int64_t>(learning_rates.size());
}

void FusedEngine::run_step(int worker, const Step& step) {
  const int batch = batch_of(step.index);
  const float* x = x_[x_buffer(step.buffer)].data();
  if (batch > 0) {
    find_examples(worker, batch, step);
    forward(worker, batch, x, step);
  }
  if (step.has_next && team_.size() > 1) prepare(worker, step.index + 1, x_buffer(step.buffer + 1), step);
  meet(worker, step);  // every worker's partial logits are there
  if (batch > 0) {
    {
      const auto recorded = record(worker, step, "loss");
      loss(worker, batch, whole_batch_of(step.index), step.buffer % 2);
    }
    backward(worker, batch, x, step);
  }
  if (ranks_ != nullptr) {
    sum_ranks(worker, step);
    if (rank_failure_) return;
    if (!ranks_->central() || ranks_->rank() == 0) update_from_sums(worker, step);
    if (ranks_->central()) receive_weights(worker, step);
  }
  if (last_hidden() > 0) meet(worker, step);  // nobody reads this step's activations any more
  if (step.has_next && team_.size() == 1) prepare(worker, step.index + 1, 0, step);
}

/// Every layer's deltas and, from the last to the first, its update; of a rank the gradients only.
void FusedEngine::backward(int worker, int batch, const float* x, const Step& step) {
  Worker& own = workers_[worker];
  {
    const auto recorded = record(worker, step, "backward");
    backward_into(worker, last_hidden(), batch, own.delta.data(), output().ld);
  }
  {
    const auto recorded = record(worker, step, "gradient and update");
    update_output(worker, batch, step);
  }
  begin_layer_sum(worker, layers_.size() - 1, step);
  for (std::size_t l = last_hidden(); l > 0; --l) {
    meet(worker, step);  // this layer's deltas are complete
    {
      const auto recorded = record(worker, step, "backward");
      backward_into(worker, l - 1, batch, deltas_[l].data(), layers_[l].ld);
    }
    meet(worker, step);  // nobody reads the old weights any more
    const auto recorded = record(worker, step, "gradient and update");
    update_hidden(worker, l, batch, activations_[l - 1].data(), layers_[l - 1].ld, step);
  }
  {
    const auto recorded = record(worker, step, "gradient and update");
    if (sparse_ && step.has_next)
      for (int i = 0; i < batch_of(step.index + 1); ++i) {
        const std::uint32_t next = examples_of(step.index + 1)[i];
        fetch(images_.of(next), images_.bytes_of(next));
      }
    if (sparse_)
      update_first_sparse(worker, batch, step);
    else
      update_hidden(worker, 0, batch, x, ld_x_, step);
  }
}

/// The batch's labels and, for a sparse first layer, the lists of its pixels.
void FusedEngine::find_examples(int worker, int batch, const Step& step) {
  const auto recorded = record(worker, step, ProfilePart::host, "labels and lists");
  Worker& own = workers_[worker];
  const std::uint32_t* examples = examples_of(step.index);
  for (int i = 0; i < batch; ++i) own.y[i] = plan_.train->labels[examples[i]];
  if (sparse_)
    for (int i = 0; i < batch; ++i) own.lists[i] = images_.of(examples[i]);
}

/// Every layer; of the last one what this worker's hidden units add to the logits.
void FusedEngine::forward(int worker, int batch, const float* x, const Step& step) {
  {
    const auto recorded = record(worker, step, "forward");
    first_forward(worker, batch, x);
  }
  for (std::size_t l = 1; l <= last_hidden(); ++l) {
    meet(worker, step);  // the layer before is complete
    const auto recorded = record(worker, step, "forward");
    hidden_forward(worker, l, batch);
  }
  const auto recorded = record(worker, step, "forward");
  output_forward(worker, batch, partial_[step.buffer % 2][worker].data());
}

void FusedEngine::first_forward(int worker, int batch, const float* x) {
  PanelLayer& layer = layers_[0];
  Worker& own = workers_[worker];
  for (int p = layer.panels_of[worker].first; p < layer.panels_of[worker].end; ++p) {
    const Panel& panel = layer.panels[p];
    if (sparse_) {
      SparseForward g;
      g.batch = batch, g.in = layer.in, g.vectors = panel.vectors;
      g.lists = own.lists.data(), g.positions = own.positions.data(), g.value_of = value_of_.data();
      g.w = layer.weights.data() + panel.offset, g.bias = biases_[0].data() + panel.column;
      g.activation = layer.activation;
      g.h = activations_[0].data() + panel.column, g.ldh = layer.ld;
      kernels_.sparse_forward(g);
    } else {
      PanelProduct g;
      g.m = batch, g.n = panel.width, g.k = layer.in, g.vectors = panel.vectors;
      g.a = x, g.row_a = ld_x_, g.col_a = 1;
      g.b = layer.weights.data() + panel.offset, g.ldb = panel.width;
      g.c = activations_[0].data() + panel.column, g.ldc = layer.ld;
      g.bias = biases_[0].data() + panel.column, g.activation = layer.activation;
      product(kernels_, g);
    }
  }
}

void FusedEngine::hidden_forward(int worker, std::size_t l, int batch) {
  PanelLayer& layer = layers_[l];
  for (int p = layer.panels_of[worker].first; p < layer.panels_of[worker].end; ++p) {
    const Panel& panel = layer.panels[p];
    PanelProduct g;
    g.m = batch, g.n = panel.width, g.k = layer.in, g.vectors = panel.vectors;
    g.a = activations_[l - 1].data(), g.row_a = layers_[l - 1].ld, g.col_a = 1;
    g.b = layer.weights.data() + panel.offset, g.ldb = panel.width;
    g.c = activations_[l].data() + panel.column, g.ldc = layer.ld;
    g.bias = biases_[l].data() + panel.column, g.activation = layer.activation;
    product(kernels_, g);
  }
}

/// What this worker's hidden units add to the logits.
void FusedEngine::output_forward(int worker, int batch, float* partial) {
  PanelLayer& layer = output();
  const std::size_t hidden = last_hidden();
  const Share units = layers_[hidden].units_of[worker];
  for (const Panel& panel : layer.panels) {
    PanelProduct g;
    g.m = batch, g.n = panel.width, g.k = units.count(), g.vectors = panel.vectors;
    g.a = activations_[hidden].data() + units.first, g.row_a = layers_[hidden].ld, g.col_a = 1;
    g.b = layer.weights.data() + panel.offset + std::size_t(units.first) * panel.width, g.ldb = panel.width;
    g.c = partial + panel.column, g.ldc = layer.ld;
    product(kernels_, g);
  }
}

void FusedEngine::loss(int worker, int batch, int mean_over, int buffer) {
  Worker& own = workers_[worker];
  const PanelLayer& layer = output();
  const auto& partial = partial_[buffer];
  for (int i = 0; i < batch; ++i) {
    float* row = own.logits.data() + i * layer.ld;
    std::copy_n(own.bias.data(), layer.padded, row);
    for (const auto& part : partial) kernels_.add_scaled(layer.padded, 1.0F, part.data() + i * layer.ld, row);
  }
  kernels_.activate(layer.activation, std::size_t(batch) * layer.ld, own.logits.data());
  LossRows rows;
  rows.batch = batch, rows.classes = layer.out, rows.mean_over = mean_over;
  rows.outputs = own.logits.data(), rows.ld = layer.ld;
  rows.y = own.y.data();
  rows.gradient = own.delta.data(), rows.ld_gradient = layer.ld;
  rows.padded = true;
  kernels_.loss(plan_.model.loss, rows, own.totals);
  if (layer.activation != Activation::identity)
    for (int i = 0; i < batch; ++i)
      kernels_.activation_gradient(layer.activation, layer.out, own.logits.data() + i * layer.ld,
                                   own.delta.data() + i * layer.ld);
}

/// deltas of `l` = (delta · W of the layer above) ∘ f', for this worker's units.
void FusedEngine::backward_into(int worker, std::size_t l, int batch, const float* delta, std::ptrdiff_t ld_delta) {
  PanelLayer& layer = layers_[l];
  const PanelLayer& above = layers_[l + 1];
  float* packed = workers_[worker].packed.data();
  for (int p = layer.panels_of[worker].first; p < layer.panels_of[worker].end; ++p) {
    const Panel& panel = layer.panels[p];
    if (panel.units < panel.width) std::fill_n(packed, std::size_t(above.out) * panel.width, 0.0F);
    for (const Panel& from : above.panels)
      kernels_.transpose(panel.units, from.units,
                         above.weights.data() + from.offset + std::size_t(panel.column) * from.width, from.width,
                         packed + std::size_t(from.column) * panel.width, panel.width);
    PanelProduct g;
    g.m = batch, g.n = panel.width, g.k = above.out, g.vectors = panel.vectors;
    g.a = delta, g.row_a = ld_delta, g.col_a = 1;
    g.b = packed, g.ldb = panel.width;
    g.c = deltas_[l].data() + panel.column, g.ldc = layer.ld;
    g.gate = activations_[l].data() + panel.column, g.ld_gate = layer.ld, g.gate_activation = layer.activation;
    product(kernels_, g);
  }
}

void FusedEngine::apply(const Step& step, std::size_t count, const float* gradient, float* parameters, float* slot0,
                        float* slot1) {
  Update u;
  u.optimizer = plan_.optimizer, u.learning_rate = step.learning_rate, u.step = step.number, u.count = count;
  u.gradient = gradient, u.parameters = parameters, u.slot0 = slot0, u.slot1 = slot1;
  kernels_.update(u);
}

void FusedEngine::update_hidden(int worker, std::size_t l, int batch, const float* input, std::ptrdiff_t ld_input,
                                const Step& step) {
  PanelLayer& layer = layers_[l];
  Worker& own = workers_[worker];
  // Backwards: the last panel is the one that the forward pass left in the cache, the first the one that it will want.
  for (int p = layer.panels_of[worker].end - 1; p >= layer.panels_of[worker].first; --p) {
    const Panel& panel = layer.panels[p];
    const auto slot = [&](int i) { return slots_ > i ? layer.weight_slots[i].data() + panel.offset : nullptr; };
    const auto bias_slot = [&](int i) { return slots_ > i ? bias_slots_[i][l].data() + panel.column : nullptr; };
    float* weights = layer.weights.data() + panel.offset;
    const float* delta = deltas_[l].data() + panel.column;
    PanelProduct g;
    g.m = layer.in, g.n = panel.width, g.k = batch, g.vectors = panel.vectors;
    g.a = input, g.row_a = 1, g.col_a = ld_input;
    g.b = delta, g.ldb = layer.ld;
    float* gradient = ranks_ != nullptr ? gradient_of(l) + panel.offset : own.gradient.data();
    g.c = folds_update() ? weights : gradient, g.ldc = panel.width;
    g.alpha = folds_update() ? -step.learning_rate : 1.0F;
    g.beta = folds_update() ? decay_of(step) : 0.0F;
    product(kernels_, g);
    if (ranks_ != nullptr) {
      kernels_.column_sums(batch, panel.width, delta, layer.ld, bias_gradient_of(l) + panel.column);
      continue;
    }
    if (!folds_update())
      apply(step, std::size_t(layer.in) * panel.width, own.gradient.data(), weights, slot(0), slot(1));
    kernels_.column_sums(batch, panel.width, delta, layer.ld, own.sums.data());
    apply(step, panel.width, own.sums.data(), biases_[l].data() + panel.column, bias_slot(0), bias_slot(1));
  }
}

void FusedEngine::update_first_sparse(int worker, int batch, const Step& step) {
  PanelLayer& layer = layers_[0];
  Worker& own = workers_[worker];
  const Share panels = layer.panels_of[worker];
  if (panels.count() == 0) return;
  std::array<float, 256> scaled;
  for (std::size_t v = 0; v < scaled.size(); ++v)
    scaled[v] = folds_update() ? -step.learning_rate * value_of_[v] : value_of_[v];
  PixelLists& pixels = own.pixels[0];
  // Other optimisers need the whole gradient of a panel, so for them panels are the outer loop.
  const auto add = [&](const Panel& panel, int first, float* target, float beta) {
    SparseUpdate g;
    g.in = layer.in, g.vectors = panel.vectors;
    g.lists = pixels.lists(), g.counts = pixels.counts(), g.value_of = scaled.data();
    g.beta = first == 0 ? beta : 1.0F;
    g.d = deltas_[0].data() + first * layer.ld + panel.column, g.ldd = layer.ld;
    g.w = target;
    kernels_.sparse_update(g);
  };
  if (folds_update() || ranks_ != nullptr) {
    float* target = ranks_ != nullptr ? gradient_of(0) : layer.weights.data();
    for (int first = 0; first < batch; first += group) {
      pixels.fill(std::min(group, batch - first), own.lists.data() + first);
      for (int p = panels.end - 1; p >= panels.first; --p)  // backwards, as in update_hidden
        add(layer.panels[p], first, target + layer.panels[p].offset, folds_update() ? decay_of(step) : 0.0F);
    }
  }
  for (int p = panels.first; p < panels.end; ++p) {
    const Panel& panel = layer.panels[p];
    const auto slot = [&](int i) { return slots_ > i ? layer.weight_slots[i].data() + panel.offset : nullptr; };
    const auto bias_slot = [&](int i) { return slots_ > i ? bias_slots_[i][0].data() + panel.column : nullptr; };
    if (ranks_ != nullptr) {
      kernels_.column_sums(batch, panel.width, deltas_[0].data() + panel.column, layer.ld,
                           bias_gradient_of(0) + panel.column);
      continue;
    }
    if (!folds_update()) {
      for (int first = 0; first < batch; first += group) {
        if (p == panels.first || batch > group) pixels.fill(std::min(group, batch - first), own.lists.data() + first);
        add(panel, first, own.gradient.data(), 0.0F);
      }
      apply(step, std::size_t(layer.in) * panel.width, own.gradient.data(), layer.weights.data() + panel.offset,
            slot(0), slot(1));
    }
    kernels_.column_sums(batch, panel.width, deltas_[0].data() + panel.column, layer.ld, own.sums.data());
    apply(step, panel.width, own.sums.data(), biases_[0].data() + panel.column, bias_slot(0), bias_slot(1));
  }
}

/// The rows of the last layer's weights that belong to this worker's hidden units, and the worker's copy of the bias.
void FusedEngine::update_output(int worker, int batch, const Step& step) {
  PanelLayer& layer = output();
  Worker& own = workers_[worker];
  const std::size_t hidden = last_hidden();
  const Share units = layers_[hidden].units_of[worker];
  for (const Panel& panel : layer.panels) {
    const std::size_t offset = panel.offset + std::size_t(units.first) * panel.width;
    const auto slot = [&](int i) { return slots_ > i ? layer.weight_slots[i].data() + offset : nullptr; };
    const auto bias_slot = [&](int i) { return slots_ > i ? own.bias_slots[i].data() + panel.column : nullptr; };
    PanelProduct g;
    g.m = units.count(), g.n = panel.width, g.k = batch, g.vectors = panel.vectors;
    g.a = activations_[hidden].data() + units.first, g.row_a = 1, g.col_a = layers_[hidden].ld;
    g.b = own.delta.data() + panel.column, g.ldb = layer.ld;
    float* gradient = ranks_ != nullptr ? gradient_of(layers_.size() - 1) + offset : own.gradient.data();
    g.c = folds_update() ? layer.weights.data() + offset : gradient, g.ldc = panel.width;
    g.alpha = folds_update() ? -step.learning_rate : 1.0F;
    g.beta = folds_update() ? decay_of(step) : 0.0F;
    if (units.count() > 0) product(kernels_, g);
    if (ranks_ != nullptr) {
      if (worker == 0)  // every worker has the same
        kernels_.column_sums(batch, panel.width, own.delta.data() + panel.column, layer.ld,
                             bias_gradient_of(layers_.size() - 1) + panel.column);
      continue;
    }
    if (!folds_update())
      apply(step, std::size_t(units.count()) * panel.width, own.gradient.data(), layer.weights.data() + offset, slot(0),
            slot(1));
    kernels_.column_sums(batch, panel.width, own.delta.data() + panel.column, layer.ld, own.sums.data());
    apply(step, panel.width, own.sums.data(), own.bias.data() + panel.column, bias_slot(0), bias_slot(1));
  }
}

/// A place for the whole gradient: panels and biases layer by layer.
void FusedEngine::make_rank_memory() {
  std::size_t size = 0;
  const auto place = [&size](std::size_t count) {
    constexpr std::size_t line = 16;  // floats
    const std::size_t at = size;
    size += (count + line - 1) / line * line;
    return at;
  };
  for (const PanelLayer& layer : layers_) {
    weight_at_.push_back(place(panel_floats(layer)));
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

/// Sends a layer's gradient on its way as soon as every worker has done its part, where that pays.
void FusedEngine::begin_layer_sum(int worker, std::size_t l, const Step& step) {
  if (ranks_ == nullptr || !ranks_->overlaps()) return;
  meet(worker, step);
  if (worker != 0) return;
  const std::size_t end = l + 1 < layers_.size() ? weight_at_[l + 1] : rank_gradient_.size();
  try {
    ranks_->begin_sum(rank_gradient_.subspan(weight_at_[l], end - weight_at_[l]));
  } catch (...) {
    if (!rank_failure_) rank_failure_ = std::current_exception();
  }
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
    try {
      if (!ranks_->overlaps()) ranks_->begin_sum(rank_gradient_);
      ranks_->finish_sums();
    } catch (...) {  // it must not leave the team's workers waiting
      if (!rank_failure_) rank_failure_ = std::current_exception();
    }
  }
  meet(worker, step);
}

/// The update of this worker's weights.
void FusedEngine::update_from_sums(int worker, const Step& step) {
  const auto recorded = record(worker, step, "update");
  for (std::size_t l = 0; l + 1 < layers_.size(); ++l) {
    PanelLayer& layer = layers_[l];
    for (int p = layer.panels_of[worker].first; p < layer.panels_of[worker].end; ++p) {
      const Panel& panel = layer.panels[p];
      const auto slot = [&](int i) { return slots_ > i ? layer.weight_slots[i].data() + panel.offset : nullptr; };
      const auto bias_slot = [&](int i) { return slots_ > i ? bias_slots_[i][l].data() + panel.column : nullptr; };
      apply(step, std::size_t(layer.in) * panel.width, rank_sums_ + weight_at_[l] + panel.offset,
            layer.weights.data() + panel.offset, slot(0), slot(1));
      apply(step, panel.width, rank_sums_ + bias_at_[l] + panel.column, biases_[l].data() + panel.column, bias_slot(0),
            bias_slot(1));
    }
  }
  PanelLayer& last = output();
  Worker& own = workers_[worker];
  const Share units = layers_[last_hidden()].units_of[worker];
  for (const Panel& panel : last.panels) {
    const std::size_t offset = panel.offset + std::size_t(units.first) * panel.width;
    const auto slot = [&](int i) { return slots_ > i ? last.weight_slots[i].data() + offset : nullptr; };
    const auto bias_slot = [&](int i) { return slots_ > i ? own.bias_slots[i].data() + panel.column : nullptr; };
    apply(step, std::size_t(units.count()) * panel.width, rank_sums_ + weight_at_.back() + offset,
          last.weights.data() + offset, slot(0), slot(1));
    apply(step, panel.width, rank_sums_ + bias_at_.back() + panel.column, own.bias.data() + panel.column, bias_slot(0),
          bias_slot(1));
  }
}

/// Rank 0's weights, where it alone makes the update.
void FusedEngine::receive_weights(int worker, const Step& step) {
  meet(worker, step);  // all are updated
  if (worker == 0) {
    try {
      for (std::size_t l = 0; l < layers_.size(); ++l) {
        Aligned<float>& bias = l + 1 < layers_.size() ? biases_[l] : workers_[0].bias;
        ranks_->broadcast(layers_[l].weights.data(), panel_floats(layers_[l]) * sizeof(float));
        ranks_->broadcast(bias.data(), static_cast<std::size_t>(layers_[l].padded) * sizeof(float));
      }
      for (std::size_t w = 1; w < workers_.size(); ++w)
        std::copy_n(workers_[0].bias.data(), output().padded, workers_[w].bias.data());
    } catch (...) {
      if (!rank_failure_) rank_failure_ = std::current_exception();
    }
  }
  meet(worker, step);
}

/// Every worker has the same.
StepTotals FusedEngine::epoch_totals() { return sum_of_ranks(plan_, workers_[0].totals); }

/// Examples [first, first + count) through the whole network on one worker.
void FusedEngine::evaluate_rows(int worker, const Examples& examples, std::size_t first, int count) {
  Worker& own = workers_[worker];
  const auto d = static_cast<std::size_t>(plan_.model.inputs());
  for (int i = 0; i < count; ++i)
    kernels_.to_floats(d, examples.features.data() + (first + i) * d, own.evaluation_x.data() + i * ld_x_);
  const float* input = own.evaluation_x.data();
  std::ptrdiff_t ld_input = ld_x_;
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const PanelLayer& layer = layers_[l];
    const float* bias = l + 1 < layers_.size() ? biases_[l].data() : own.bias.data();
    for (const Panel& panel : layer.panels) {
      PanelProduct g;
      g.m = count, g.n = panel.width, g.k = layer.in, g.vectors = panel.vectors;
      g.a = input, g.row_a = ld_input, g.col_a = 1;
      g.b = layer.weights.data() + panel.offset, g.ldb = panel.width;
      g.c = own.evaluation_a[l].data() + panel.column, g.ldc = layer.ld;
      g.bias = bias + panel.column, g.activation = layer.activation;
      product(kernels_, g);
    }
    input = own.evaluation_a[l].data(), ld_input = layer.ld;
  }
  LossRows rows;
  rows.batch = count, rows.classes = output().out, rows.mean_over = count;
  rows.outputs = input, rows.ld = ld_input;
  rows.y = examples.labels.data() + first;
  rows.gradient = own.evaluation_x.data(), rows.ld_gradient = std::max(ld_x_, output().ld);  // not wanted
  kernels_.loss(plan_.model.loss, rows, own.totals);
}

StepTotals FusedEngine::evaluate(const Examples& examples, std::size_t first, std::size_t count) {
  const RankShare rank_share = share_of_examples(plan_, count);
  first += rank_share.first, count = rank_share.count;
  std::vector<StepTotals> kept;  // the training totals, which stay
  for (Worker& own : workers_) {
    kept.push_back(own.totals);
    own.totals = {};
    if (!own.evaluation_a.empty()) continue;
    const auto rows = static_cast<std::size_t>(evaluation_batch);
    own.evaluation_x = Aligned<float>(rows * static_cast<std::size_t>(std::max(ld_x_, output().ld)));
    for (const PanelLayer& layer : layers_) own.evaluation_a.emplace_back(rows * static_cast<std::size_t>(layer.ld));
  }
  team_.run([&](int worker) {
    const Share share = share_of(static_cast<int>(count), worker, team_.size());
    for (int i = share.first; i < share.end; i += evaluation_batch)
      evaluate_rows(worker, examples, first + static_cast<std::size_t>(i), std::min(evaluation_batch, share.end - i));
  });
  StepTotals sum;
  for (std::size_t w = 0; w < workers_.size(); ++w) {
    sum.loss_sum += workers_[w].totals.loss_sum;
    sum.correct += workers_[w].totals.correct;
    sum.examples += workers_[w].totals.examples;
    workers_[w].totals = kept[w];
  }
  return sum_of_ranks(plan_, sum);
}

}  // namespace

std::unique_ptr<StepEngine> make_fused_engine(const Kernels& kernels, Team& team, FirstLayer first_layer,
                                              const StepPlan& plan) {
  if (plan.model.layers.size() < 2 || !is_mlp(plan.model)) return nullptr;
  const bool sparse = first_layer == FirstLayer::sparse && plan.model.inputs() < (1 << 24) - 1 &&
                      lit_share(plan.train->features) <= most_lit;
  return std::make_unique<FusedEngine>(kernels, team, sparse, plan);
}

}  // namespace mlplab::kernels
