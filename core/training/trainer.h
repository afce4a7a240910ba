// Turns a RunSpec into a stream of events. Touches no file and no widget; runs on the calling thread.
#pragma once

#include <memory>

#include "core/data/dataset.h"
#include "core/training/event.h"
#include "core/training/run_control.h"
#include "core/training/run_spec.h"

namespace mlplab {

/// Trains until done, stopped, diverged or failed, and says so in a RunEnded event, always the last one. Never throws:
/// what goes wrong (a backend that cannot run, out of memory, NaN) is in the returned RunEnded.
/// `from`: where to begin (a checkpoint), or null for the spec's initial weights.
/// `dataset` is what spec.data describes.
RunEnded train(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
               const TrainingState* from = nullptr, double train_time_before_s = 0.0);

}  // namespace mlplab
