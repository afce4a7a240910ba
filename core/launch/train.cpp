#include "core/launch/train.h"

#include "core/launch/process_run.h"

namespace mlplab {

RunEnded train(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
               const StartingPoint& from) {
  const BackendEntry* entry = known_backend(spec.backend);
  if (entry != nullptr && entry->launch) return run_in_processes(*entry, spec, dataset, sink, control, from);
  return train_here(spec, dataset, sink, control, from);  // it says so where there is no such backend
}

}  // namespace mlplab
