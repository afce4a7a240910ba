#include "core/compute/backend.h"

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/compute/layer_operations.h"
#include "core/compute/plain_engine.h"

namespace mlplab {

std::unique_ptr<StepEngine> Backend::make_engine(const StepPlan& /*plan*/) { return nullptr; }

void LayerOperations::arrange(int /*batch*/, const Shape& /*shape*/, const float* /*plain*/, float* /*own*/) {}
void LayerOperations::restore(int /*batch*/, const Shape& /*shape*/, const float* /*own*/, float* /*plain*/) {}

LayerOperations& layer_operations_of(Backend& backend) {
  if (LayerOperations* operations = backend.layer_operations()) return *operations;
  throw BackendError(say("this backend computes dense layers only; choose another backend or network"));
}

std::unique_ptr<StepEngine> make_step_engine(Backend& backend, const StepPlan& plan) {
  if (auto own = backend.make_engine(plan)) return own;
  if (plan.communicator != nullptr && plan.communicator->sums_on_devices())
    throw BackendError(say("the transport nccl adds up gradients on GPUs, and this member computes on none"));
  return make_plain_engine(backend, plan);
}

}  // namespace mlplab
