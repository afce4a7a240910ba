// Own kernels with shared-memory and register tiles, one launch per operation, everything on one stream.
#include "core/base/language.h"
#include "gpu/cuda_backend.h"

namespace mlplab {

BackendEntry cuda_tiled_backend() {
  return gpu::cuda_entry("cuda-tiled", to_say("CUDA tiled"),
                         to_say("GPU, tiles in shared memory and registers, bias and activation inside the products"),
                         gpu::Style::tiled, gpu::Placement::resident);
}

}  // namespace mlplab
