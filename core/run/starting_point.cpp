#include "core/run/starting_point.h"

#include "core/base/error.h"
#include "core/base/language.h"

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
    return say(state.model.name() == spec.model.name()
                   ? "it holds the network %1, the run trains %2 with other activations, loss or initialiser"
                   : "it holds the network %1, the run trains %2",
               state.model.name(), spec.model.name());
  if (state.slots.size() != static_cast<std::size_t>(state_slots(spec.optimizer.kind)))
    return say("it holds %1 vectors of optimiser state, %2 has %3", state.slots.size(), to_string(spec.optimizer.kind),
               state_slots(spec.optimizer.kind));
  if (state.epochs_done > spec.epochs || state.steps_done != state.epochs_done * steps_per_epoch(spec, dataset))
    return say("it has done %1 steps in %2 epochs, which this run cannot have", state.steps_done, state.epochs_done);
  if (!checkpoint.seed.empty() && checkpoint.seed != std::to_string(spec.seed))
    return say("it was trained with seed %1, the run has seed %2", checkpoint.seed, spec.seed);
  if (!checkpoint.dataset_hash.empty() && checkpoint.dataset_hash != dataset.content_hash)
    return say("it was trained on other data than %1 holds now", spec.data.source);
  return {};
}

}  // namespace

StartingPoint resumption_of(const StoredRun& run, const Dataset& dataset) {
  const std::string folder = run.folder.string();
  if (!run.log.started.dataset_hash.empty() && run.log.started.dataset_hash != dataset.content_hash)
    throw InputError(
        say("the data set %1 has changed since the run in %2 began; resuming it would not give the same result",
            run.spec.data.source, folder));
  const Checkpoint checkpoint = read_checkpoint(run.folder);
  if (!checkpoint.state) return {};
  if (const std::string reason = misfit(run, checkpoint, dataset); !reason.empty())
    throw InputError(
        say("the checkpoint in %1 is not one of this run: %2; it was mixed up or edited, begin the run again", folder,
            reason));
  StartingPoint from{.state = checkpoint.state};
  for (const EpochDone& epoch : run.log.epochs) {
    if (epoch.epoch > checkpoint.state->epochs_done) break;
    from.train_time_s = epoch.train_time_s;
    from.eval_time_s += epoch.eval_time_s;
  }
  return from;
}

}  // namespace mlplab
