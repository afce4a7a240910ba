// How one training step and one evaluation are put into a stream. One way: operation by operation
// (operation_steps.cpp); another: a few fused kernels (fused_steps.cpp). A third would be a file with a make_… function
// here and a line in engine.cpp.
#pragma once

#include <memory>

#include "gpu/cuda_backend.h"
#include "gpu/network.h"
#include "gpu/trace.h"

namespace mlplab::gpu {

class Steps {
 public:
  virtual ~Steps() = default;
  /// Forward, loss into totals, backward and update with `numbers`, which also stand in batch.chunk. Does not wait
  /// where it can do without.
  virtual void step(const Batch& batch, int rows, const StepNumbers& numbers, Totals* totals) = 0;
  /// Forward and loss only.
  virtual void evaluate(const Batch& batch, int rows, Totals* totals) = 0;
  /// step() puts nothing but kernels into the stream and reads only device memory: it can be captured and repeated.
  virtual bool can_be_captured() const = 0;
};

/// All references outlive the steps; `track` is the compute stream's.
std::unique_ptr<Steps> make_operation_steps(CudaBackend& backend, const StepPlan& plan, Network& network,
                                            DeviceTrace& trace, int track);
std::unique_ptr<Steps> make_fused_steps(CudaBackend& backend, const StepPlan& plan, Network& network,
                                        DeviceTrace& trace, int track);

}  // namespace mlplab::gpu
