// The engine's parts and the order of a step: where workers meet, and what each prepares meanwhile.
#include "core/compute/kernels/fused/engine.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/compute/kernels/fused_engine.h"

namespace mlplab::kernels {
namespace {

constexpr double max_lit = 0.5;  // above this the sparse first layer is the slower one
constexpr int most_that_repeat =
    4;                    // with more workers the loss is shared out: a barrier costs less than all their sums
constexpr int ahead = 4;  // images are in random order: the processor cannot guess which one comes next

}  // namespace

FusedEngine::FusedEngine(const Kernels& kernels, Team& team, bool sparse, const StepPlan& plan)
    : kernels_(kernels),
      team_(team),
      barrier_(team.size()),
      plan_(plan),
      layout_(layout_of(plan.model)),
      slots_(state_slots(plan.optimizer.kind)),
      sparse_(sparse),
      ranks_(plan.communicator) {
  const auto rows = static_cast<std::size_t>(plan.batch);
  for (std::size_t v = 0; v < value_of_.size(); ++v) value_of_[v] = static_cast<float>(v) * feature_scale;
  make_layers();
  ld_x_ = row_distance(plan.model.inputs());
  features_changed();
  if (!sparse_ && !makes_own_inputs())
    for (int buffer = 0; buffer < x_buffers; ++buffer)
      x_[buffer] = Aligned<float>(rows * static_cast<std::size_t>(ld_x_));
  make_workers();
  for (int worker = 0; plan.profiler != nullptr && worker < team.size(); ++worker) {
    const int track = plan.profiler->add_track("thread " + std::to_string(worker + 1));
    if (worker == 0) first_track_ = track;
  }
  if (ranks_ != nullptr) make_rank_memory();
}

void FusedEngine::make_layers() {
  const auto rows = static_cast<std::size_t>(plan_.batch);
  // The longest share of a batch, on every rank: their gradients are added up as they lie, so all must be cut alike.
  const int batch_rows = static_cast<int>(longest_share(plan_));
  for (std::size_t l = 0; l < layout_.layers.size(); ++l) {
    const bool is_last = l + 1 == layout_.layers.size();
    const int max_vectors = l == 0 && sparse_ ? kernels_.max_sparse_vectors : kernels_.max_vectors;
    layers_.push_back(make_panel_layer(layout_.layers[l], dense_layer(plan_.model, l).activation, kernels_, max_vectors,
                                       is_last ? 1 : team_.size(), batch_rows, slots_));
    if (is_last) break;
    in_parts_ = in_parts_ || layers_.back().split.parts > 1;
    const PanelLayer& layer = layers_.back();
    biases_.emplace_back(layer.padded, slots_);
    activations_.emplace_back(rows * static_cast<std::size_t>(layer.ld));
    deltas_.emplace_back(rows * static_cast<std::size_t>(layer.ld));
  }
}

void FusedEngine::make_workers() {
  std::size_t packed = 0, gradient = 0, units = 0;
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const auto width = static_cast<std::size_t>(layers_[l].widest);
    const auto largest = [&](int depth, int together) {
      const auto panels = std::min(static_cast<std::size_t>(together), layers_[l].panels.size());
      return panels * static_cast<std::size_t>(depth) * width;
    };
    gradient = std::max(gradient, largest(layers_[l].in, gradients_together(l, plan_.batch)));
    units = std::max(units, static_cast<std::size_t>(layers_[l].padded));
    if (l != last())
      packed = std::max(packed,
                        largest(layers_[l + 1].out, panels_together(kernels_, layers_[l + 1].out, layers_[l].widest)));
  }
  const std::size_t logits = static_cast<std::size_t>(plan_.batch) * static_cast<std::size_t>(output().ld);
  shares_loss_ = team_.size() > most_that_repeat;
  if (shares_loss_) logits_ = Aligned<float>(logits), delta_ = Aligned<float>(logits);
  for (auto& partial : partial_)
    for (int sharer = 0; sharer < layers_[last_hidden()].split.units; ++sharer) partial.emplace_back(logits);
  workers_.resize(static_cast<std::size_t>(team_.size()));
  run_team([&](int worker) { make_worker(workers_[worker], packed, gradient, units); });
}

/// By the worker itself: what it touches first lies near its core.
void FusedEngine::make_worker(Worker& own, std::size_t packed, std::size_t gradient, std::size_t units) const {
  const auto rows = static_cast<std::size_t>(plan_.batch);
  const std::size_t logits = shares_loss_ ? 0 : rows * static_cast<std::size_t>(layers_.back().ld);
  own.packed = Aligned<float>(packed);
  own.gradient = Aligned<float>(folds_update() ? 0 : gradient);
  own.sums = Aligned<float>(units);
  own.logits = Aligned<float>(logits);
  own.delta = Aligned<float>(logits);
  own.bias = Trained(static_cast<std::size_t>(layers_.back().padded), slots_);
  own.y.resize(rows);
  own.lists.resize(rows);
  own.positions.resize(rows);
  if (sparse_)
    own.pixels.emplace_back(plan_.model.inputs());
  else if (makes_own_inputs())
    own.x = Aligned<float>(static_cast<std::size_t>(input_block) * static_cast<std::size_t>(ld_x_));
}

void FusedEngine::run_team(const std::function<void(int)>& work) {
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(team_.size()));
  team_.run([&](int worker) {
    try {
      work(worker);
    } catch (...) {
      failures[static_cast<std::size_t>(worker)] = std::current_exception();
    }
  });
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

std::string FusedEngine::remark() const {
  int needed = 0;
  for (std::size_t l = 0; l <= last_hidden(); ++l) needed = std::max(needed, layers_[l].split.workers());
  const int idle = team_.size() - needed;
  if (idle <= 0) return "";
  return say(idle == 1
                 ? "%1 of %2 threads computes no product: %3 at batch %4 can be shared out among %5; use that many "
                   "workers, a larger batch or wider layers"
                 : "%1 of %2 threads compute no product: %3 at batch %4 can be shared out among %5; use that many "
                   "workers, a larger batch or wider layers",
             idle, team_.size(), plan_.model.name(), plan_.batch, needed);
}

int FusedEngine::whole_batch_of(std::int64_t step) const {
  return static_cast<int>(
      std::min<std::int64_t>(plan_.batch, static_cast<std::int64_t>(order_.size()) - step * plan_.batch));
}

/// Where the pixels of some rows of step `index` lie.
Ahead FusedEngine::pixels_of(std::int64_t index, const Share& rows) const {
  const std::ptrdiff_t d = plan_.model.inputs();
  return {plan_.train->features.data(), rows.count(), d, d, examples_of(index) + rows.first};
}

/// These of the 8-bit pixels of step `index` as floats, the first of the rows to x.
void FusedEngine::to_floats(std::int64_t index, const Share& rows, const Share& columns, float* x) const {
  const std::uint32_t* examples = examples_of(index);
  const auto d = static_cast<std::size_t>(plan_.model.inputs());
  const auto pixels = [&](int row) { return plan_.train->features.data() + examples[row] * d + columns.first; };
  const auto count = static_cast<std::size_t>(columns.count());
  for (int i = rows.first; i < rows.end; ++i) {
    if (i + ahead < rows.end) fetch(pixels(i + ahead), count);
    kernels_.to_floats(count, pixels(i), x + (i - rows.first) * ld_x_ + columns.first);
  }
}

/// This worker's share of the inputs of step `index`, which all workers need, while in `step`.
void FusedEngine::prepare(int worker, std::int64_t index, int buffer, const Step& step) {
  const auto recorded = record(worker, step, to_say("prepare"));
  const Share own = share_of(batch_of(index), worker, team_.size());
  to_floats(index, own, {0, plan_.model.inputs()}, x_[buffer].data() + own.first * ld_x_);
}

/// Converts the inputs that this worker computes with next, unless it has them already.
void FusedEngine::make_inputs(int worker, const Inputs& wanted) {
  Worker& own = workers_[worker];
  if (own.x_of == wanted) return;
  to_floats(wanted.step, wanted.rows, wanted.columns, own.x.data());
  own.x_of = wanted;
}

/// The memory that a worker's next step reads first (dense first layer), fetched while this step runs: the pixels of a
/// block of rows, or the floats that all workers made, most of which lie in other cores' caches.
Ahead FusedEngine::next_inputs(int worker, const Step& step) const {
  if (!step.has_next) return {};
  const int batch = batch_of(step.index + 1);
  if (!makes_own_inputs())
    return ahead_of(x_[x_buffer(step.buffer + 1)].data(), std::min(batch, row_block), plan_.model.inputs(), ld_x_);
  const Share own = place_of(worker, 0).part_of(batch);
  return pixels_of(step.index + 1, {own.first, std::min(own.end, own.first + row_block)});
}

/// The batch's labels and, for a sparse first layer, the lists of its pixels.
void FusedEngine::find_examples(int worker, int batch, const Step& step) {
  const auto recorded = record(worker, step, ProfilePart::host, to_say("labels and lists"));
  Worker& own = workers_[worker];
  const std::uint32_t* examples = examples_of(step.index);
  for (int i = 0; i < batch; ++i) own.y[i] = plan_.train->labels[examples[i]];
  if (sparse_)
    for (int i = 0; i < batch; ++i) own.lists[i] = images_.of(examples[i]);
}

/// A dense first layer reads them where they are.
void FusedEngine::features_changed() {
  if (!sparse_) return;
  images_.fill(plan_.train->features, plan_.model.inputs(), team_.size());
  usual_list_bytes_ = images_.mean_bytes();
}

void FusedEngine::begin_epoch(std::span<const std::uint32_t> order) {
  order_.assign(order.begin(), order.end());
  for (Worker& own : workers_) own.totals = {};
}

void FusedEngine::train(std::int64_t first, std::span<const float> learning_rates) {
  if (learning_rates.empty()) return;
  team_.run([&](int worker) {
    workers_[worker].x_of = {};
    if (!sparse_ && !makes_own_inputs()) {
      prepare(worker, first, 0, {});
      meet(worker, {});
    }
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
  if (batch > 0) {
    find_examples(worker, batch, step);
    forward(worker, batch, step);
  }
  if (step.has_next && !sparse_ && !makes_own_inputs())
    prepare(worker, step.index + 1, x_buffer(step.buffer + 1), step);
  meet(worker, step);  // every worker's partial logits are there
  if (batch > 0) {
    {
      const auto recorded = record(worker, step, to_say("loss"));
      const Share rows = shares_loss_ ? share_of(batch, worker, team_.size()) : Share{0, batch};
      loss(worker, rows, whole_batch_of(step.index), step.buffer % 2);
    }
    if (shares_loss_) meet(worker, step);  // all of the last layer's deltas are there
    backward(worker, batch, step);
  }
  if (ranks_ != nullptr) {
    sum_ranks(worker, step);
    if (rank_failure_) return;
    if (!central() || ranks_->rank() == 0) update_from_sums(worker, step);
    if (central()) receive_weights(worker, step);
  }
  // Nobody reads this step's activations any more; where others use the same weights, they have been updated.
  if (last_hidden() > 0 || in_parts_) meet(worker, step);
}

StepTotals FusedEngine::epoch_totals() {
  StepTotals sum = workers_[0].totals;  // all of them, unless the loss is shared out
  for (std::size_t w = 1; shares_loss_ && w < workers_.size(); ++w) {
    sum.loss_sum += workers_[w].totals.loss_sum;
    sum.correct += workers_[w].totals.correct;
    sum.examples += workers_[w].totals.examples;
  }
  return sum_of_ranks(plan_, sum);
}

std::unique_ptr<StepEngine> make_fused_engine(const Kernels& kernels, Team& team, FirstLayer first_layer,
                                              const StepPlan& plan) {
  if (plan.model.layers.size() < 2 || !is_mlp(plan.model)) return nullptr;
  const bool sparse = first_layer == FirstLayer::sparse && plan.model.inputs() < (1 << 24) - 1 &&
                      lit_share(plan.train->features) <= max_lit;
  return std::make_unique<FusedEngine>(kernels, team, sparse, plan);
}

}  // namespace mlplab::kernels
