#include "core/launch/train.h"

#include <algorithm>

#include "core/launch/process_run.h"

namespace mlplab {

RunEnded train(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
               const StartingPoint& from) {
  const auto& table = backend_table();
  const auto entry = std::ranges::find(table, spec.backend, &BackendEntry::name);
  if (entry != table.end() && entry->launch) return run_in_processes(*entry, spec, dataset, sink, control, from);
  return train_here(spec, dataset, sink, control, from);  // it says so where there is no such backend
}

}  // namespace mlplab
