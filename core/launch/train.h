// Training by any configuration: in this process, or in those that its team or program has.
#pragma once

#include "core/training/trainer.h"

namespace mlplab {

/// train_here(), or run_in_processes() where the spec has a launcher_of(); as the former, it never throws.
RunEnded train(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
               const StartingPoint& from = {});

}  // namespace mlplab
