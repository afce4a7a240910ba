#include "gpu/device_memory.h"

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/network_memory.h"
#include "core/model/network.h"

namespace mlplab::gpu {
namespace {

std::string size_in_words(std::size_t bytes) {
  const double mib = static_cast<double>(bytes) / (1 << 20);
  return mib < 1024 ? significant(mib) + " MiB" : significant(mib / 1024) + " GiB";
}

}  // namespace

DeviceMemory device_memory_of(const StepPlan& plan, Placement placement) {
  const mlplab::Network network = network_of(plan.model);
  const auto slots = static_cast<std::size_t>(state_slots(plan.optimizer.kind));
  const MemoryNeed need = memory_need(plan.model, plan.optimizer, plan.batch);
  const auto rows = placement == Placement::resident ? plan.train->size() : static_cast<std::size_t>(plan.batch);
  const std::size_t buffers = placement == Placement::pinned_overlap ? 2 : 1;
  // Pixels, a label, a place in the order.
  const std::size_t bytes_a_row = plan.model.input.size() + sizeof(std::int32_t) + sizeof(std::uint32_t);
  return {.weights = sizeof(float) * (network.parameters_size * (2 + slots) + network.statistics_size),
          .activations = need.activations_bytes,
          .gradients = need.gradients_bytes,
          .data = buffers * rows * bytes_a_row};
}

void check_device_memory(const StepPlan& plan, Placement placement) {
  const DeviceMemory need = device_memory_of(plan, placement);
  std::size_t left = 0, all = 0;
  check(cudaMemGetInfo(&left, &all), to_say("ask how much memory is left"));
  if (need.total() <= left) return;
  throw BackendError(
      say("the network %1 at batch %2 needs %3 of GPU memory (weights %4, activations %5, their gradients %6, data "
          "%7), %8 are left; use a smaller batch, network or image%9",
          plan.model.name(), plan.batch, size_in_words(need.total()), size_in_words(need.weights),
          size_in_words(need.activations), size_in_words(need.gradients), size_in_words(need.data), size_in_words(left),
          placement == Placement::resident ? say(", or leave the data on the host (placement=pinned)") : ""));
}

}  // namespace mlplab::gpu
