// Runs training steps of one network on one backend. The trainer knows only this: plain_engine.h builds it from a
// backend's operations, and a backend may bring its own, faster one (Backend::make_engine).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/compute/backend.h"
#include "core/compute/communicator.h"
#include "core/compute/profile.h"
#include "core/data/dataset.h"
#include "core/model/training_state.h"

namespace mlplab {

/// The task that an engine is built for. The referenced examples outlive the engine.
struct StepPlan {
  ModelSpec model;
  OptimizerSpec optimizer;
  int batch = 0;                    // the last step of an epoch may be smaller
  const Examples* train = nullptr;  // features [n, model.inputs()]
  Profiler* profiler = nullptr;     // null: the run is not profiled
  /// Null: this process computes the whole batch. Else rank r takes share r of each batch's rows (share_of_rank) and
  /// the gradients of all are summed before the update; totals are sums over all ranks.
  Communicator* communicator = nullptr;
  std::vector<int> weights = {};  // [ranks], of the shares; empty: equal
  /// The ranks compute with engines of several kinds. Gradients are then exchanged as the network's flat vector, and
  /// rank 0 alone updates: updates by several kinds would differ in their last bits.
  bool mixed = false;
  std::uint64_t seed = 1;  // of what layers draw (dropout)
  /// Batch normalisation goes by each rank's own rows, without waiting for the others, as most programs do: another
  /// computation than that of one process. The running statistics are the mean of the ranks'.
  bool local_statistics = false;
};

/// The sums over the steps of an epoch up to one of them.
struct NotedTotals {
  StepTotals totals;
  double before_last_s = 0.0;  // how long before the last of them
};

class StepEngine {
 public:
  virtual ~StepEngine() = default;

  /// Copies weights, optimiser state and step count in, and out (which waits for the device).
  virtual void set_state(const TrainingState& state) = 0;
  virtual void get_state(TrainingState& state) = 0;

  /// The features of the training examples have other values from now on (augmentation), as many as before. Called
  /// between epochs, before begin_epoch().
  virtual void features_changed() = 0;
  /// order [n] is the sequence of training examples of the epoch that the next steps belong to; it is copied. Clears
  /// the totals.
  virtual void begin_epoch(std::span<const std::uint32_t> order) = 0;
  /// Runs steps first, first+1, … of this epoch, one for each learning rate. Step s takes examples
  /// order[s·batch … min((s+1)·batch, n)). Does not wait.
  virtual void train(std::int64_t first, std::span<const float> learning_rates) = 0;
  /// Waits and returns the sums over the steps since begin_epoch. They run on from step to step, so that how often they
  /// are asked for does not change their last bits.
  virtual StepTotals epoch_totals() = 0;
  /// (optional) Whether note_totals() puts the totals behind the steps so far down without waiting. Where it does not,
  /// whoever wants them asks for epoch_totals(), and a device stands still meanwhile. At most most_notes may wait.
  static constexpr int most_notes = 16;
  virtual bool notes_totals() const { return false; }
  virtual void note_totals() {}
  /// Waits, and returns what was noted since the last call, then the totals of now.
  virtual std::vector<NotedTotals> noted_totals() { return {{.totals = epoch_totals()}}; }
  /// Loss and accuracy on examples[first, first+count) with the weights of now. Waits.
  virtual StepTotals evaluate(const Examples& examples, std::size_t first, std::size_t count) = 0;

  /// (optional) A sentence about how the plan runs here that the user ought to know: '8 of 40 threads compute no
  /// product: …'. Default: '', nothing.
  virtual std::string remark() const { return {}; }
};

/// The backend's own engine where it has one for the plan (it then records itself where plan.profiler is set), else the
/// plain one.
std::unique_ptr<StepEngine> make_step_engine(Backend& backend, const StepPlan& plan);

}  // namespace mlplab
