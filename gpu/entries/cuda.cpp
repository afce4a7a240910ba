// The fastest: data on the device, a step in a few fused kernels, a graph of many steps a launch.
#include "core/base/language.h"
#include "gpu/cuda_backend.h"

namespace mlplab {

BackendEntry cuda_backend() {
  return gpu::cuda_entry("cuda", "CUDA", to_say("GPU, a step in a few fused kernels, many steps captured as one graph"),
                         gpu::Style::fused, gpu::Placement::resident);
}

}  // namespace mlplab
