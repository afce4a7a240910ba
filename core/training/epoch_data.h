// The training images that an epoch shows, the data set's own or, where the run augments, those made of them; and the
// order in which it goes through them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/compute/step_engine.h"
#include "core/run/run_spec.h"

namespace mlplab {

class EpochImages {
 public:
  /// `dataset` outlives it. `threads` make the images: as many as train, so that a run of one worker has one.
  EpochImages(const RunSpec& spec, const Dataset& dataset, int threads);
  /// For StepPlan::train.
  const Examples& examples() const { return augments() ? made_ : dataset_.train; }
  /// Makes those of epoch `epoch` that this process trains on, shares of the batches of `order` by `weights`, and tells
  /// the engine. Between epochs, so that it disturbs no step; its time is the epoch's.
  void begin_epoch(int epoch, std::span<const std::uint32_t> order, const Communicator* ranks,
                   std::span<const int> weights, StepEngine& engine);

 private:
  bool augments() const { return spec_.data.augmentation.any(); }

  const RunSpec& spec_;
  const Dataset& dataset_;
  int threads_;
  Examples made_;
};

/// The orders in which epochs go through the training examples. Making one takes a while (0.3 ms for 60,000 examples),
/// so the next epoch's can be made while a device computes this one.
class EpochOrders {
 public:
  /// Orders of `examples` training examples, shuffled from `seed`.
  EpochOrders(std::size_t examples, std::uint64_t seed) : examples_(examples), seed_(seed) {}

  /// Makes the order of `epoch` (from 0) where it is not there yet.
  void prepare(int epoch);
  /// sampling_order() of `epoch`, prepared or made now; valid until the next take().
  const std::vector<std::uint32_t>& take(int epoch);
  bool is_prepared(int epoch) const { return next_epoch_ == epoch; }

 private:
  std::size_t examples_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> now_, next_;
  int next_epoch_ = -1;  // -1: none
};

}  // namespace mlplab
