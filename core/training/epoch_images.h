// The training images that an epoch shows: the data set's own, or where the run augments, those made of them.
#pragma once

#include <cstdint>
#include <span>

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

}  // namespace mlplab
