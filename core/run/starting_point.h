// The starting point of a run: its spec alone, the checkpoint of a kept run, checked against all that is known of the
// run, or the learning rates of a search.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/data/dataset.h"
#include "core/model/training_state.h"
#include "core/run/run_record.h"

namespace mlplab {

/// The times are those of the epochs that `state` holds: however often a run is resumed, each of its epochs counts
/// once.
struct StartingPoint {
  std::shared_ptr<const TrainingState> state;  // null: the spec's initial weights
  double train_time_s = 0.0;
  double eval_time_s = 0.0;
  /// For a learning-rate search: the rate of each step from the run's first on, in place of the spec's. Each step is
  /// then reported by itself, epochs are of whole batches (the loss of a shorter one is less certain), and the run ends
  /// as stopped after the last rate. Empty for any other run.
  std::vector<float> rates;

  std::int64_t steps_per_epoch(std::size_t examples, int batch) const {
    const auto n = static_cast<std::int64_t>(examples);
    return rates.empty() ? (n + batch - 1) / batch : n / batch;
  }
};

/// The checkpoint that the run in `run.folder` goes on from; its state is null where no epoch was completed. The only
/// place where a kept state is compared with its run. Throws InputError for a data set that is not the one the run
/// began with, and for a checkpoint of another network, optimiser, seed or data set, or that counts its steps and
/// epochs otherwise.
StartingPoint resumption_of(const StoredRun& run, const Dataset& dataset);

}  // namespace mlplab
