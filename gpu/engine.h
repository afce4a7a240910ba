// The step engine of every CUDA backend: batches by placement (feeder.h), steps by style (steps.h), captured as a graph
// of many steps where nothing depends on the host.
#pragma once

#include "core/compute/step_engine.h"
#include "gpu/cuda_backend.h"

namespace mlplab::gpu {

/// `backend` outlives the engine.
std::unique_ptr<StepEngine> make_cuda_engine(CudaBackend& backend, const StepPlan& plan);

}  // namespace mlplab::gpu
