// Data parallelism of the step engines: this rank's share of a batch, the gradients of all ranks added up before the
// update, totals over all of them. An engine with operations of its own uses the functions, the plain one the class
// too.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/compute/recorder.h"
#include "core/compute/step_engine.h"
#include "core/model/network.h"

namespace mlplab {

/// This rank's rows of a batch of `whole` (all of them where there is no communicator), and of `count` examples.
RankShare share_of_batch(const StepPlan& plan, int whole);
RankShare share_of_examples(const StepPlan& plan, std::size_t count);
/// The longest share of a whole batch that any rank has.
std::size_t longest_share(const StepPlan& plan);
/// The sums over the ranks; every rank has to ask.
StepTotals sum_of_ranks(const StepPlan& plan, const StepTotals& own);
/// Running statistics by each rank's own rows (StepPlan::local_statistics) become those of all ranks: they follow the
/// batches' linearly, so their mean now is what the means of every step would have given. Ranks count by their shares
/// of a batch where those are not equal. Every rank has to ask.
void average_over_ranks(const StepPlan& plan, std::span<float> statistics);
/// StepEngine::remark() on such statistics; '' where there are none.
std::string remark_on_ranks(const StepPlan& plan);

/// The flat gradient of a network on any backend, and its way through the communicator.
class GradientSum {
 public:
  /// `central`: rank 0 alone updates, and every rank gets its weights. Always so where the communicator is central().
  GradientSum(const Recorder& run, Communicator& communicator, const Network& network, bool central);
  /// Where the backend writes this rank's gradient, [Network::parameters_size] in its memory.
  float* gradient() { return host_ ? values_ : device_.as<float>(); }
  /// The part of a node in gradient() is there. Nodes come from the last to the first.
  void node_done(std::size_t node);
  /// This rank has no rows of the batch.
  void nothing_to_add();
  void finish();
  /// After finish(), in the backend's memory.
  const float* summed() const { return host_ ? sums_ : device_.as<float>(); }
  bool updates_here() const { return !central_ || communicator_.rank() == 0; }
  /// After the update, where rank 0 alone makes it.
  void share_weights(float* parameters);

 private:
  void begin(std::size_t first, std::size_t count);

  const Recorder& run_;
  Communicator& communicator_;
  const Network& network_;
  bool host_, by_layer_, central_;
  std::vector<float> own_;  // where the communicator has no memory of its own
  float* values_ = nullptr;
  const float* sums_ = nullptr;
  Buffer device_;
};

}  // namespace mlplab
