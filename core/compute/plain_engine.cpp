// Forward, loss, backward and update as in any textbook (e.g. Goodfellow, Bengio, Courville, 'Deep learning',
// 2016, 6.5):
//   A_l = f(A_{l-1} W_lᵀ + b_l);  D_L = ∂loss/∂Z_L;  ∂loss/∂W_l = D_lᵀ A_{l-1};  D_{l-1} = (D_l W_l) ∘ f'(Z_{l-1})
#include "core/compute/plain_engine.h"

#include <algorithm>
#include <unordered_map>

#include "core/compute/gradient_sum.h"
#include "core/model/parameters.h"

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
  const float* output_of(std::size_t layer) const { return activations_[layer].as<float>(); }
  void forward(int batch);
  void loss(int batch, StepTotals* totals);
  void backward(int batch, int of);
  void update(float learning_rate);
  StepTotals read(Buffer& totals);

  Backend& backend_;
  StepPlan plan_;
  ParameterLayout layout_;
  std::unordered_map<const Examples*, Resident> residents_;
  Buffer parameters_, gradient_, order_, x_, y_, totals_, evaluation_totals_;
  std::vector<Buffer> slots_;
  std::vector<Buffer> activations_;   // [layers] of [batch, units]
  std::vector<Buffer> deltas_;        // [layers] of [batch, units]: ∂loss/∂Z
  std::unique_ptr<GradientSum> sum_;  // null where this process computes the whole batch
  float* gradient_values_ = nullptr;
  std::size_t order_size_ = 0;
  std::int64_t steps_done_ = 0;
};

PlainEngine::PlainEngine(Backend& backend, const StepPlan& plan)
    : backend_(backend), plan_(plan), layout_(layout_of(plan.model)) {
  const auto rows = static_cast<std::size_t>(std::max(plan.batch, evaluation_batch));
  parameters_ = floats(layout_.size);
  if (plan.communicator != nullptr)
    sum_ = std::make_unique<GradientSum>(backend_, *plan.communicator, layout_);
  else
    gradient_ = floats(layout_.size);
  gradient_values_ = sum_ ? sum_->gradient() : gradient_.as<float>();
  backend_.fill_zero(gradient_values_,
                     layout_.size * sizeof(float));  // the padding between tensors stays zero for good
  for (int slot = 0; slot < state_slots(plan.optimizer.kind); ++slot) slots_.push_back(floats(layout_.size));
  for (const LayerSpec& layer : plan.model.layers) {
    activations_.push_back(floats(rows * static_cast<std::size_t>(layer.units)));
    deltas_.push_back(floats(rows * static_cast<std::size_t>(layer.units)));
  }
  x_ = floats(rows * static_cast<std::size_t>(plan.model.inputs));
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
  backend_.upload(state.parameters.data(), layout_.size * sizeof(float), parameters_.data());
  for (std::size_t s = 0; s < slots_.size(); ++s)
    backend_.upload(state.slots[s].data(), layout_.size * sizeof(float), slots_[s].data());
  steps_done_ = state.steps_done;
}

void PlainEngine::get_state(TrainingState& state) {
  backend_.wait();
  state.model = plan_.model;
  state.parameters.resize(layout_.size);
  state.slots.resize(slots_.size());
  backend_.download(parameters_.data(), layout_.size * sizeof(float), state.parameters.data());
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    state.slots[s].resize(layout_.size);
    backend_.download(slots_[s].data(), layout_.size * sizeof(float), state.slots[s].data());
  }
  state.steps_done = steps_done_;
}

void PlainEngine::begin_epoch(std::span<const std::uint32_t> order) {
  order_size_ = order.size();
  backend_.fill_zero(totals_.data(), sizeof(StepTotals));
  backend_.upload(order.data(), order.size_bytes(), order_.data());
}

void PlainEngine::forward(int batch) {
  const float* input = x_.as<float>();
  for (std::size_t l = 0; l < layout_.layers.size(); ++l) {
    const LayerSlice& slice = layout_.layers[l];
    Gemm product;
    product.transpose_b = true;
    product.m = batch, product.n = slice.out, product.k = slice.in;
    product.a = input, product.lda = slice.in;
    product.b = parameters_.as<float>() + slice.weight, product.ldb = slice.in;
    product.c = activations_[l].as<float>(), product.ldc = slice.out;
    product.bias = parameters_.as<float>() + slice.bias;
    product.activation = plan_.model.layers[l].activation;
    backend_.gemm(product);
    input = output_of(l);
  }
}

void PlainEngine::loss(int batch, StepTotals* totals) {
  const std::size_t last = layout_.layers.size() - 1;
  const int classes = layout_.layers[last].out;
  float* delta = deltas_[last].as<float>();
  if (plan_.model.loss == Loss::softmax_cross_entropy)
    backend_.softmax_cross_entropy(batch, classes, output_of(last), y_.as<std::int32_t>(), delta, totals);
  else
    backend_.mean_squared_error(batch, classes, output_of(last), y_.as<std::int32_t>(), delta, totals);
}

/// The gradient of the mean over `of` examples, of which `batch` are computed here.
void PlainEngine::backward(int batch, int of) {
  const float share = batch == of ? 1.0F : static_cast<float>(batch) / static_cast<float>(of);
  const auto differentiate = [&](std::size_t l) {
    if (plan_.model.layers[l].activation == Activation::identity) return;
    const std::size_t count = static_cast<std::size_t>(batch) * static_cast<std::size_t>(layout_.layers[l].out);
    backend_.activation_gradient(plan_.model.layers[l].activation, count, output_of(l), deltas_[l].as<float>());
  };
  differentiate(layout_.layers.size() - 1);
  for (std::size_t l = layout_.layers.size(); l-- > 0;) {
    const LayerSlice& slice = layout_.layers[l];
    const float* delta = deltas_[l].as<float>();
    Gemm weight_gradient;  // [out, in] = Dᵀ [out, batch] · A [batch, in]
    weight_gradient.transpose_a = true;
    weight_gradient.m = slice.out, weight_gradient.n = slice.in, weight_gradient.k = batch;
    weight_gradient.alpha = share;  // the loss has divided by the rows that it saw
    weight_gradient.a = delta, weight_gradient.lda = slice.out;
    weight_gradient.b = l == 0 ? x_.as<float>() : output_of(l - 1), weight_gradient.ldb = slice.in;
    weight_gradient.c = gradient_values_ + slice.weight, weight_gradient.ldc = slice.in;
    backend_.gemm(weight_gradient);
    backend_.column_sums(batch, slice.out, delta, gradient_values_ + slice.bias);
    if (sum_) sum_->layer_done(l, share);
    if (l == 0) continue;
    Gemm input_gradient;  // [batch, in] = D [batch, out] · W [out, in]
    input_gradient.m = batch, input_gradient.n = slice.in, input_gradient.k = slice.out;
    input_gradient.a = delta, input_gradient.lda = slice.out;
    input_gradient.b = parameters_.as<float>() + slice.weight, input_gradient.ldb = slice.in;
    input_gradient.c = deltas_[l - 1].as<float>(), input_gradient.ldc = slice.in;
    backend_.gemm(input_gradient);
    differentiate(l - 1);
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
      backend_.gather(batch, plan_.model.inputs, split.features, split.labels,
                      order_.as<std::uint32_t>() + begin + share.first, x_.as<float>(), y_.as<std::int32_t>());
      forward(batch);
      loss(batch, totals_.as<StepTotals>());
      backward(batch, whole);
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
  Update u{.optimizer = plan_.optimizer, .learning_rate = learning_rate, .step = steps_done_, .count = layout_.size};
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
  const auto d = static_cast<std::size_t>(plan_.model.inputs);
  const RankShare share = share_of_examples(plan_, count);
  first += share.first, count = share.count;
  backend_.fill_zero(evaluation_totals_.data(), sizeof(StepTotals));
  for (std::size_t begin = first; begin < first + count; begin += evaluation_batch) {
    const int batch = static_cast<int>(std::min<std::size_t>(evaluation_batch, first + count - begin));
    backend_.gather(batch, plan_.model.inputs, split.features + begin * d, split.labels + begin, nullptr,
                    x_.as<float>(), y_.as<std::int32_t>());
    forward(batch);
    loss(batch, evaluation_totals_.as<StepTotals>());
  }
  return sum_of_ranks(plan_, read(evaluation_totals_));
}

}  // namespace

std::unique_ptr<StepEngine> make_plain_engine(Backend& backend, const StepPlan& plan) {
  return std::make_unique<PlainEngine>(backend, plan);
}

}  // namespace mlplab
