// How much memory a network's training takes on the device, known before any of it is allocated. An MLP takes little,
// and is not asked about.
#pragma once

#include <cstddef>

#include "core/compute/step_engine.h"
#include "gpu/cuda_backend.h"

namespace mlplab::gpu {

/// In bytes; without the sums that kernels keep aside, some megabytes, and without the test images, which come later.
struct DeviceMemory {
  std::size_t weights = 0;      // with their gradient and the optimiser's state
  std::size_t activations = 0;  // outputs of all nodes, and the batch itself
  std::size_t gradients = 0;    // of the activations
  std::size_t data = 0;         // the training images, or the buffers of the batches on their way
  std::size_t total() const { return weights + activations + gradients + data; }
};

DeviceMemory device_memory_of(const StepPlan& plan, Placement placement);
/// Throws BackendError where less is left on the device, with what it is for and what to do.
void check_device_memory(const StepPlan& plan, Placement placement);

}  // namespace mlplab::gpu
