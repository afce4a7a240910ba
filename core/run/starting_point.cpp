#include "core/run/starting_point.h"

#include "core/base/error.h"

namespace mlplab {
namespace {

std::int64_t steps_per_epoch(const RunSpec& spec, const Dataset& dataset) {
  return (static_cast<std::int64_t>(dataset.train.size()) + spec.batch - 1) / spec.batch;
}

/// '' where the checkpoint is of this run, else what is wrong with it.
std::string misfit(const StoredRun& run, const Checkpoint& checkpoint, const Dataset& dataset) {
  const RunSpec& spec = run.spec;
  const TrainingState& state = *checkpoint.state;
  if (state.model != spec.model)
    return "it holds the network " + state.model.name() + ", the run trains " + spec.model.name() +
           (state.model.name() == spec.model.name() ? " with other activations, loss or initialiser" : "");
  if (state.slots.size() != static_cast<std::size_t>(state_slots(spec.optimizer.kind)))
    return "it holds " + std::to_string(state.slots.size()) + " vectors of optimiser state, " +
           to_string(spec.optimizer.kind) + " has " + std::to_string(state_slots(spec.optimizer.kind));
  if (state.epochs_done > spec.epochs || state.steps_done != state.epochs_done * steps_per_epoch(spec, dataset))
    return "it has done " + std::to_string(state.steps_done) + " steps in " + std::to_string(state.epochs_done) +
           " epochs, which this run cannot have";
  if (!checkpoint.seed.empty() && checkpoint.seed != std::to_string(spec.seed))
    return "it was trained with seed " + checkpoint.seed + ", the run has seed " + std::to_string(spec.seed);
  if (!checkpoint.dataset_hash.empty() && checkpoint.dataset_hash != dataset.content_hash)
    return "it was trained on other data";
  return {};
}

}  // namespace

StartingPoint resumption_of(const StoredRun& run, const Dataset& dataset) {
  const std::string folder = run.folder.string();
  if (!run.log.started.dataset_hash.empty() && run.log.started.dataset_hash != dataset.content_hash)
    throw InputError("the data set " + run.spec.data.source + " has changed since the run in " + folder +
                     " began; resuming it would not give the same result");
  const Checkpoint checkpoint = read_checkpoint(run.folder);
  if (!checkpoint.state) return {};
  if (const std::string reason = misfit(run, checkpoint, dataset); !reason.empty())
    throw InputError("the checkpoint in " + folder + " is not one of this run: " + reason +
                     "; it was mixed up or edited, begin the run again");
  StartingPoint from{.state = checkpoint.state};
  for (const EpochDone& epoch : run.log.epochs) {
    if (epoch.epoch > checkpoint.state->epochs_done) break;
    from.train_time_s = epoch.train_time_s;
    from.eval_time_s += epoch.eval_time_s;
  }
  return from;
}

}  // namespace mlplab
