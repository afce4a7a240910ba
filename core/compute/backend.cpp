#include "core/compute/backend.h"

#include <cstdlib>
#include <cstring>

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

Buffer HostBackend::allocate(std::size_t bytes) {
  constexpr std::size_t alignment = 64;
  void* data = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (data == nullptr)
    throw BackendError(say("not enough memory: %1 bytes were asked for; use a smaller network or batch", bytes));
  return {data, bytes, [](void* memory) { std::free(memory); }};
}

void HostBackend::upload(const void* host, std::size_t bytes, void* target) { std::memcpy(target, host, bytes); }
void HostBackend::download(const void* source, std::size_t bytes, void* host) { std::memcpy(host, source, bytes); }
void HostBackend::fill_zero(void* target, std::size_t bytes) { std::memset(target, 0, bytes); }

}  // namespace mlplab
