// Steps of a small network by one launch for hundreds of them (kernels/persistent_step.cu): the option step=persistent
// of `cuda`. Evaluation is the graph's.
#pragma once

#include <span>
#include <string>

#include "gpu/cuda_backend.h"
#include "gpu/device.h"
#include "gpu/feeder.h"
#include "gpu/trace.h"
#include "gpu/weights.h"

namespace mlplab::gpu {

/// '' or what of the plan it does not do, and what does.
std::string persistent_why_not(const ModelSpec& model, const OptimizerSpec& optimizer, const CudaChoice& choice);
/// '' or what the device lacks, or the code for it in this program. Starts the device.
std::string persistent_why_not(const DeviceInfo& device);

class Persistent {
 public:
  /// Throws BackendError with the reason where the device, the program's code or the plan is not made for it. All
  /// references outlive it; `track` is the compute stream's.
  Persistent(const CudaBackend& backend, const StepPlan& plan, const Weights& weights, Feeder& feeder,
             DeviceTrace& trace, int track);

  /// Other weights are there: none of them is too large so far.
  void reset();
  /// Steps first, first + 1, … of an epoch of `examples`, one for each rate; adds to `totals`. Does not wait.
  void train(std::int64_t first, std::int64_t examples, std::span<const float> rates, Totals* totals);
  /// Waits, and throws BackendError where a weight became too large to be computed with.
  void check_weights() const;

 private:
  const Stream& stream_;
  const StepPlan& plan_;
  const Weights& weights_;
  Feeder& feeder_;
  DeviceTrace& trace_;
  int track_;
  DeviceArray<Totals> parts_;
  DeviceArray<int> too_large_;
};

}  // namespace mlplab::gpu
