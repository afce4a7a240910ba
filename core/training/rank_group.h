// The common decisions of a run's ranks: whether all are well, the state they begin with, what to do next. Rank 0
// decides and the others follow. In a run of one process every member acts on that process alone.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/compute/communicator.h"
#include "core/data/dataset.h"
#include "core/model/training_state.h"
#include "core/run/run_control.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// RunControl's order, with what the clock of rank 0 decides.
struct GroupOrder {
  RunControl::Order what = RunControl::Order::run;
  bool snapshot = false;
  std::int64_t steps = 0;  // to be done before the next order
};

class RankGroup {
 public:
  explicit RankGroup(Communicator* communicator) : communicator_(communicator) {}
  Communicator* communicator() const { return communicator_; }
  bool first() const { return communicator_ == nullptr || communicator_->rank() == 0; }

  /// Runs `work`; where it throws on one rank, every rank throws, with the same kind of failure.
  void together(const std::function<void()>& work) const;
  /// Throws InputError where a rank has read other data than rank 0.
  void check_same(const Dataset& dataset) const;
  /// Throws BackendError where a rank's weights are not rank 0's, bit for bit (but any NaN is a NaN): compared by a
  /// 64-bit hash. `when` is for the sentence: 'after epoch 3'.
  void check_same_weights(std::span<const float> parameters, const std::string& when) const;
  /// Throws BackendError where ranks that compute by one `backend` have other `code` of it (code_of()): a kernel of the
  /// user's own that was changed while they started. Every rank names its own.
  void check_same_code(const std::string& backend, const std::string& code) const;
  /// Rank 0's state (or null) on every rank. `state` counts on rank 0 only.
  std::shared_ptr<const TrainingState> share(std::shared_ptr<const TrainingState> state, const RunSpec& spec) const;
  /// Rank 0's numbers on every rank.
  std::vector<float> share(std::vector<float> numbers) const;
  /// As RunControl::next(), which decides on rank 0: the order, and `max_steps` of rank 0 or 1.
  GroupOrder next(RunControl& control, bool at_epoch_start, std::int64_t max_steps) const;
  bool stopped(const RunControl& control) const;
  /// The greatest of all ranks' numbers, on every rank.
  double greatest(double number) const;

 private:
  Communicator* communicator_;
};

}  // namespace mlplab
