#include "core/compute/backend.h"

#include "core/compute/plain_engine.h"
#include "core/compute/profiling_backend.h"

namespace mlplab {

std::unique_ptr<StepEngine> Backend::make_engine(const StepPlan& /*plan*/) { return nullptr; }

std::unique_ptr<StepEngine> make_step_engine(Backend& backend, const StepPlan& plan) {
  if (plan.communicator == nullptr || backend.engine_sums_ranks())
    if (auto own = backend.make_engine(plan)) return own;
  return plan.profiler != nullptr ? make_profiled_plain_engine(backend, plan) : make_plain_engine(backend, plan);
}

}  // namespace mlplab
