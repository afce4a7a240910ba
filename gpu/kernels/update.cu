// The optimiser's step, one thread per parameter.
#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/update.h"

namespace mlplab::gpu {
namespace {

__global__ void a_thread_a_parameter(Optimizer optimizer, StepNumbers numbers, const StepChunk* chunk, int slot,
                                     std::size_t count, const float* gradient, float* slot0, float* slot1,
                                     float* parameters) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count)
    apply(optimizer, chunk == nullptr ? numbers : chunk->numbers[slot], gradient[i], i, slot0, slot1, parameters);
}

}  // namespace

cudaError_t update(cudaStream_t stream, const Optimizer& optimizer, const StepNumbers& numbers, const StepChunk* chunk,
                   int slot, std::size_t count, const float* gradient, float* slot0, float* slot1, float* parameters) {
  return launch(a_thread_a_parameter, blocks_for(count, 256), 256, stream, optimizer, numbers, chunk, slot, count,
                gradient, slot0, slot1, parameters);
}

}  // namespace mlplab::gpu
