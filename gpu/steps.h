// How one training step and one evaluation are put into a stream. For an MLP, operation by operation
// (operation_steps.cpp) or a few fused kernels (fused_steps.cpp); for other networks node by node (node_steps.cpp).
// Another way would be a file with a make_… function here and a line in engine.cpp.
#pragma once

#include <memory>

#include "gpu/cuda_backend.h"
#include "gpu/network.h"
#include "gpu/ranks.h"
#include "gpu/trace.h"

namespace mlplab::gpu {

class Steps {
 public:
  virtual ~Steps() = default;
  /// Forward, loss into totals, backward, the sum over the ranks, and update with `numbers`, which also stand in
  /// batch.chunk. Does not wait where it can do without. A rank without rows has a gradient of zeros.
  virtual void step(const Batch& batch, const Rows& rows, const StepNumbers& numbers, Totals* totals) = 0;
  /// Forward and loss only.
  virtual void evaluate(const Batch& batch, int rows, Totals* totals) = 0;
  /// Where step() puts nothing but kernels into the stream and reads only device memory, so many steps, a power of two,
  /// can be captured as one graph and repeated: from `least`, which are worth it, to `most`. Zeros: none.
  struct Capture {
    int least = 0, most = 0;
  };
  virtual Capture capture() const = 0;
  /// (optional) The most examples that are evaluated at a time.
  virtual int rows_of_evaluation() const { return evaluation_rows; }
};

/// All references outlive the steps; `track` is the compute stream's. The fused steps are of one process: gradients and
/// update are one kernel there.
std::unique_ptr<Steps> make_operation_steps(CudaBackend& backend, const StepPlan& plan, const Weights& weights,
                                            DeviceTrace& trace, int track, const Ranks& ranks);
std::unique_ptr<Steps> make_fused_steps(CudaBackend& backend, const StepPlan& plan, const Weights& weights,
                                        DeviceTrace& trace, int track);
std::unique_ptr<Steps> make_node_steps(CudaBackend& backend, const StepPlan& plan, const Weights& weights,
                                       DeviceTrace& trace, int track, const Ranks& ranks);

}  // namespace mlplab::gpu
