// One thread per output, each batch copied, a wait after each operation: how a first GPU program looks, done correctly.
#include "core/base/language.h"
#include "gpu/cuda_backend.h"

namespace mlplab {

BackendEntry cuda_naive_backend() {
  return gpu::cuda_entry("cuda-naive", to_say("CUDA naive"),
                         to_say("GPU, one thread per output, each batch copied, a wait after each operation"),
                         gpu::Style::naive, gpu::Placement::pageable);
}

}  // namespace mlplab
