// The class behind fused_engine.h, a file for each subject: engine.cpp (what it is made of, and the order of a step),
// state.cpp (weights in and out), forward.cpp (with the loss), backward.cpp (with the update), ranks.cpp (sums over
// ranks), evaluation.cpp. Members that take a worker are run by all of them side by side.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/compute/gradient_sum.h"
#include "core/compute/kernels/aligned.h"
#include "core/compute/kernels/blocks.h"
#include "core/compute/kernels/panel_layer.h"
#include "core/compute/kernels/sparse_lists.h"
#include "core/compute/step_engine.h"
#include "core/model/network.h"

namespace mlplab::kernels {

class FusedEngine : public StepEngine {
 public:
  FusedEngine(const Kernels& kernels, Team& team, bool sparse, const StepPlan& plan);
  void set_state(const TrainingState& state) override;
  void get_state(TrainingState& state) override;
  void features_changed() override;
  void begin_epoch(std::span<const std::uint32_t> order) override;
  void train(std::int64_t first, std::span<const float> learning_rates) override;
  StepTotals epoch_totals() override;
  StepTotals evaluate(const Examples& examples, std::size_t first, std::size_t count) override;
  std::string remark() const override;

 private:
  struct Step {
    std::int64_t index = 0;   // in the epoch
    std::int64_t number = 0;  // since the run's start, from 1
    int ordinal = 0;          // in this call of train(): the step that its spans belong to
    int buffer = 0;           // which of the rotating buffers
    bool has_next = false;
    float learning_rate = 0.0F;
  };

  /// Some rows and columns of a step's inputs; of no step at first.
  struct Inputs {
    std::int64_t step = -1;
    Share rows, columns;
    bool operator==(const Inputs&) const = default;
  };

  /// The memory of one worker.
  struct Worker {
    Aligned<float> packed;         // a group of transposed panels, each [units of the next layer, width]
    Aligned<float> gradient;       // of a group of panels, where the update is not part of the product
    Aligned<float> sums;           // column sums of a layer's deltas
    Aligned<float> logits, delta;  // [batch, classes]; unused where workers share out the loss
    Trained bias;                  // the last layer's, the same for every worker
    Aligned<float> x;              // [input_block, ld_x_]: of a batch's inputs the block that is computed with
    Inputs x_of;                   // which that is
    std::vector<std::int32_t> y;
    std::vector<const Entry*> lists, positions;
    std::vector<PixelLists> pixels;  // none or one
    Aligned<float> evaluation_x;
    std::vector<Aligned<float>> evaluation_a;
    StepTotals totals;
  };

  // engine.cpp
  void make_layers();
  void make_workers();
  void make_worker(Worker& own, std::size_t packed, std::size_t gradient, std::size_t units) const;
  /// Runs work(worker) on every worker, and throws here what one of them threw.
  void run_team(const std::function<void(int)>& work);
  int whole_batch_of(std::int64_t step) const;
  /// This rank's share of it, and where that is.
  int batch_of(std::int64_t step) const { return static_cast<int>(share_of_batch(plan_, whole_batch_of(step)).count); }
  const std::uint32_t* examples_of(std::int64_t step) const {
    return order_.data() + step * plan_.batch + share_of_batch(plan_, whole_batch_of(step)).first;
  }
  Ahead next_inputs(int worker, const Step& step) const;
  Ahead pixels_of(std::int64_t index, const Share& rows) const;
  void to_floats(std::int64_t index, const Share& rows, const Share& columns, float* x) const;
  void prepare(int worker, std::int64_t index, int buffer, const Step& step);
  void make_inputs(int worker, const Inputs& wanted);
  void find_examples(int worker, int batch, const Step& step);
  void run_step(int worker, const Step& step);
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
    const auto recorded = record(worker, step, ProfilePart::communication, to_say("barrier"));
    barrier_.wait();
  }

  // forward.cpp
  void forward(int worker, int batch, const Step& step);
  void first_forward_sparse(int worker, int batch);
  void first_forward_dense(int worker, int batch, const Step& step);
  void fetch_lists(const std::vector<const Entry*>& lists, int first, int end) const;
  void hidden_forward(int worker, std::size_t l, int batch, const float* input, std::ptrdiff_t ld_input);
  void output_forward(int worker, int batch, float* partial);
  void panel_forward(std::size_t l, const Panel& panel, const Block& block, const float* input, std::ptrdiff_t ld_input,
                     const float* bias, float* output);
  void loss(int worker, const Share& rows, int mean_over, int buffer);

  // backward.cpp
  void backward(int worker, int batch, const Step& step);
  void backward_into(int worker, std::size_t l, int batch);
  void update_hidden(int worker, std::size_t l, int batch, const float* input, std::ptrdiff_t ld_input,
                     const Step& step, const Ahead& after);
  void update_first_dense(int worker, int batch, const Step& step);
  template <class Source, class InputOf>
  void update_panels(int worker, std::size_t l, int batch, const Source& source, const InputOf& input_of,
                     std::ptrdiff_t ld_input, const Step& step, const Ahead& after);
  void update_first_sparse(int worker, int batch, const Step& step);
  void update_output(int worker, int batch, const Step& step);
  void pack_transposed(const Panel& panel, const PanelLayer& above, float* packed);
  void add_gradient(int worker, std::size_t l, const Panel& panel, int rows, const Block& block, const float* input,
                    std::ptrdiff_t ld_input, float* target, const Step& step);
  /// Panels of layer l whose gradients a worker computes before it applies them (where they are not folded).
  int gradients_together(std::size_t l, int batch) const {
    return batch <= depth_block && !folds_update() && ranks_ == nullptr
               ? 1
               : panels_together(kernels_, layers_[l].in, layers_[l].widest);
  }
  void add_bias(int worker, std::size_t l, const Panel& panel, int first, int count);
  void update_bias(int worker, std::size_t l, const Panel& panel, const Step& step);
  /// The gradient of the biases of layer l, of which each panel's is one worker's.
  float* bias_sums(int worker, std::size_t l) {
    return ranks_ != nullptr ? bias_gradient_of(l) : workers_[static_cast<std::size_t>(worker)].sums.data();
  }
  void apply(const Step& step, std::size_t count, const float* gradient, const Trained::Piece& piece);
  float decay_of(const Step& step) const {
    return 1.0F - step.learning_rate * static_cast<float>(plan_.optimizer.weight_decay);
  }
  /// Plain SGD adds the gradient's product to the weights themselves.
  bool folds_update() const { return plan_.optimizer.kind == OptimizerKind::sgd && ranks_ == nullptr; }

  // ranks.cpp
  std::uint64_t hash_of_panels() const;
  bool cuts_as_rank_0() const;
  void make_rank_memory();
  void make_flat_memory();
  void sum_flat();
  void receive_flat_weights();
  void copy_weights(std::vector<float>& to, int slot);
  /// Rank 0 alone updates.
  bool central() const { return flat_ || ranks_->central(); }
  float* gradient_of(std::size_t l) { return rank_gradient_.data() + weight_at_[l]; }
  float* bias_gradient_of(std::size_t l) { return rank_gradient_.data() + bias_at_[l]; }
  void begin_layer_sum(int worker, std::size_t l, const Step& step);
  void sum_ranks(int worker, const Step& step);
  void update_from_sums(int worker, const Step& step);
  void receive_weights(int worker, const Step& step);
  template <class Work>
  void talk(const Work& work);

  // evaluation.cpp
  void make_evaluation_memory(Worker& own);
  void evaluate_rows(int worker, const Examples& examples, std::size_t first, int count);

  /// Images of a sparse first layer that are taken together: 128 rows of sums of 512 bytes, and their lists.
  static constexpr int image_block = 128;
  /// A worker may prepare the next batch while another still updates with the one before this.
  static constexpr int x_buffers = 3;
  int x_buffer(int step) const { return step % x_buffers; }
  /// Rows of the inputs that a worker makes for itself at a time.
  static constexpr int input_block = std::max(row_block, depth_block);
  /// Up to two workers that need the same rows of the inputs (dense first layer) make floats of the pixels each for
  /// itself, block by block where a product reads them: 8-bit pixels pass by, and floats never leave the second-level
  /// cache. More of them would all do the same work; they make the inputs for each other, a step before.
  bool makes_own_inputs() const { return layers_[0].split.units <= 2; }
  PanelLayer& output() { return layers_.back(); }
  std::size_t last() const { return layers_.size() - 1; }
  std::size_t last_hidden() const { return layers_.size() - 2; }
  const Place& place_of(int worker, std::size_t l) const {
    return layers_[l].place_of[static_cast<std::size_t>(worker)];
  }
  /// The hidden units whose part of the last layer's weights is `worker`'s to update.
  Share output_units(int worker) const {
    const Place& place = place_of(worker, last_hidden());
    const Share part = place.part_of(place.units.count());
    return {place.units.first + part.first, place.units.first + part.end};
  }
  Trained& bias_of(int worker, std::size_t l) { return l == last() ? workers_[worker].bias : biases_[l]; }
  /// ∂loss/∂Z of layer l, [batch, ld of the layer].
  const float* delta_of(int worker, std::size_t l) const {
    return l < last() ? deltas_[l].data() : shares_loss_ ? delta_.data() : workers_[worker].delta.data();
  }

  const Kernels& kernels_;
  Team& team_;
  Barrier barrier_;
  StepPlan plan_;
  ParameterLayout layout_;
  int slots_;
  bool sparse_;
  ImageLists images_;
  std::size_t usual_list_bytes_ = 0;
  std::array<float, 256> value_of_{};
  std::vector<PanelLayer> layers_;
  std::vector<Trained> biases_;                       // hidden layers
  std::vector<Aligned<float>> activations_, deltas_;  // hidden layers, [batch, ld]
  std::array<Aligned<float>, x_buffers> x_;           // dense first layer: [batch, ld_x_]
  std::ptrdiff_t ld_x_ = 0;
  // [2][sharers of the last hidden layer's units] of [batch, classes]; two: one barrier does
  std::array<std::vector<Aligned<float>>, 2> partial_;
  bool shares_loss_ = false;       // else every worker adds up all partial logits for itself, which saves a barrier
  bool in_parts_ = false;          // several workers have parts of the same units: they wait before weights change
  Aligned<float> logits_, delta_;  // [batch, classes], where workers share out the loss
  std::vector<Worker> workers_;
  std::vector<std::uint32_t> order_;
  std::int64_t steps_done_ = 0;
  int first_track_ = 0;  // of the profiler, one per worker

  // Where ranks share the batch: the whole gradient, in the layout of the panels, summed before the update. Ranks that
  // do not all cut the layers alike exchange it as the network's flat vector (flat_), through flat_gradient_.
  Communicator* ranks_ = nullptr;
  Aligned<float> own_gradient_;  // where the communicator has no memory for it
  std::span<float> rank_gradient_;
  const float* rank_sums_ = nullptr;
  std::vector<std::size_t> weight_at_, bias_at_;  // [layers]
  bool flat_ = false;
  std::vector<Network::Range> flat_parts_;  // of the layers, where they are summed one by one
  std::vector<float> own_flat_;             // where the communicator has no memory for it
  std::vector<float> flat_weights_;         // of rank 0
  std::span<float> flat_gradient_;
  const float* flat_sums_ = nullptr;
  std::exception_ptr rank_failure_;  // of the communicator: ends train()
};

}  // namespace mlplab::kernels
