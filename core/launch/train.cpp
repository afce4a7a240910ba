#include "core/launch/train.h"

#include "core/launch/configurations.h"
#include "core/launch/process_run.h"

namespace mlplab {

RunEnded train(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
               const StartingPoint& from) {
  if (const std::optional<Launcher> launcher = launcher_of(spec))
    return run_in_processes(*launcher, spec, dataset, sink, control, from);
  return train_here(spec, dataset, sink, control, from);  // it says so where there is no such backend
}

}  // namespace mlplab
