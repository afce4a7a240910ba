#include "gpu/device_memory.h"

#include "core/base/error.h"
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
  check(cudaMemGetInfo(&left, &all), "ask how much memory is left");
  if (need.total() <= left) return;
  throw BackendError("the network " + plan.model.name() + " at batch " + std::to_string(plan.batch) + " needs " +
                     size_in_words(need.total()) + " of GPU memory (weights " + size_in_words(need.weights) +
                     ", activations " + size_in_words(need.activations) + ", their gradients " +
                     size_in_words(need.gradients) + ", data " + size_in_words(need.data) + "), " +
                     size_in_words(left) + " are left; use a smaller batch, network or picture" +
                     (placement == Placement::resident ? ", or leave the data on the host (placement=pinned)" : ""));
}

}  // namespace mlplab::gpu
