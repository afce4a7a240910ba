// Tells the device the learning rates of the next steps, and which steps they are.
#include "gpu/kernels/launch.h"
#include "gpu/kernels/start_steps.h"

namespace mlplab::gpu {
namespace {

__global__ void copy_chunk(StepChunk values, StepChunk* chunk) {
  chunk->numbers[threadIdx.x] = values.numbers[threadIdx.x];
  if (threadIdx.x == 0) chunk->first_step = values.first_step, chunk->first_step_of_run = values.first_step_of_run;
}

}  // namespace

cudaError_t start_steps(cudaStream_t stream, const StepChunk& values, StepChunk* chunk) {
  return launch(copy_chunk, 1, StepChunk::steps, stream, values, chunk);
}

}  // namespace mlplab::gpu
