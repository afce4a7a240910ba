#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// Which numbers are kept, as DropoutMask of core/model/reference/dropout.h. Where there is a chunk, the step is
/// chunk->first_step_of_run + slot, so that a captured graph draws anew each time.
struct Mask {
  std::uint64_t seed = 1;
  std::uint32_t step = 0, node = 0, stream = 0;
  std::size_t first = 0;
  std::uint64_t bound = 0;  // words below it drop
  float scale = 1.0F;       // of what is kept
  const StepChunk* chunk = nullptr;
  int slot = 0;
};

/// y [count] = what the mask keeps of x · scale, and 0; y may be x.
cudaError_t dropout(cudaStream_t stream, const Mask& mask, std::size_t count, const float* x, float* y);

}  // namespace mlplab::gpu
