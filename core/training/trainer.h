// Turns a RunSpec into a stream of events. Touches no file and no widget; runs on the calling thread.
#pragma once

#include <memory>

#include "core/compute/communicator.h"
#include "core/data/dataset.h"
#include "core/run/event.h"
#include "core/run/run_control.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// The state that a run of `spec` begins with: the seed's weights, or those of spec.init_model. Throws InputError or
/// UsageError for a model file that is missing, damaged or of another network.
TrainingState fresh_state(const RunSpec& spec);

/// Trains until done, stopped, diverged or failed, and says so in a RunEnded event, always the last one. Never throws:
/// what goes wrong (a backend that cannot run, out of memory, NaN) is in the returned RunEnded.
/// `from`: where to begin (a checkpoint), or null for the spec's initial weights.
/// `dataset` is what spec.data describes.
RunEnded train(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
               const TrainingState* from = nullptr, double train_time_before_s = 0.0);

/// How this process takes part in a run that several processes (ranks) share.
struct RankPlan {
  Communicator& communicator;
  std::string compute;             // the backend that computes this rank's share of every batch
  BackendOptions compute_options;  // its own
  std::string device;              // as train() reports the whole group: '4 ranks × 2 threads, …'
};

/// train() as one rank: all ranks call it with the same spec and data. Rank 0's `sink` gets the events, rank 0's
/// `control` and `from` count; the other ranks' are not looked at.
RunEnded train_as_rank(const RankPlan& plan, const RunSpec& spec, const Dataset& dataset, EventSink& sink,
                       RunControl& control, const TrainingState* from = nullptr, double train_time_before_s = 0.0);

}  // namespace mlplab
