// The step engine made of a backend's operations, one after the other: the reference that every fused engine is tested
// against, and what a backend without an engine of its own trains with.
#pragma once

#include <memory>

#include "core/compute/step_engine.h"

namespace mlplab {

/// `backend` outlives the engine. Throws BackendError when memory does not suffice.
std::unique_ptr<StepEngine> make_plain_engine(Backend& backend, const StepPlan& plan);

}  // namespace mlplab
