// Training on any backend: in this process, or in those that the backend's entry starts.
#pragma once

#include "core/training/trainer.h"

namespace mlplab {

/// train_here(), or run_in_processes() for a backend that has a `launch`; as the former, it never throws.
RunEnded train(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
               const StartingPoint& from = {});

}  // namespace mlplab
