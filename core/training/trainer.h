// The training loop: turns a RunSpec into a stream of events. Touches no file and no widget; runs on the calling
// thread.
#pragma once

#include "core/compute/communicator.h"
#include "core/data/dataset.h"
#include "core/run/event.h"
#include "core/run/run_control.h"
#include "core/run/run_spec.h"
#include "core/run/starting_point.h"

namespace mlplab {

/// The state that a run of `spec` begins with: the seed's weights, or those of spec.init_model. Throws InputError or
/// UsageError for a model file that is missing, damaged or of another network.
TrainingState fresh_state(const RunSpec& spec, const Dataset& dataset);

/// Trains in this process until done, stopped, diverged or failed, and says so in a RunEnded event, always the last
/// one. Never throws: what goes wrong (a backend that cannot run, out of memory, NaN) is in the returned RunEnded.
/// `dataset` is what spec.data describes. Runs of any backend go through core/launch/train.h.
RunEnded train_here(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
                    const StartingPoint& from = {});

/// How this process takes part in a run that several processes (ranks) share.
struct RankPlan {
  Communicator& communicator;
  std::string compute;             // the backend that computes this rank's share of every batch
  BackendOptions compute_options;  // its own
  std::string device;              // as train() reports the whole group: '4 ranks × 2 threads, …'
  bool local_statistics = false;   // StepPlan::local_statistics
  std::vector<int> weights = {};   // StepPlan::weights
  bool mixed = false;              // StepPlan::mixed
};

/// train_here() as one rank: all ranks call it with the same spec and data. Rank 0's `sink` gets the events, rank 0's
/// `control` and `from` count; the other ranks' are not looked at.
RunEnded train_as_rank(const RankPlan& plan, const RunSpec& spec, const Dataset& dataset, EventSink& sink,
                       RunControl& control, const StartingPoint& from = {});

}  // namespace mlplab
