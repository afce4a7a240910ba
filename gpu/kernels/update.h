#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// One optimiser step over vectors of `count` floats, with chunk->numbers[slot] or, without a chunk, `numbers`. slot0,
/// slot1: null where the optimiser has none.
cudaError_t update(cudaStream_t stream, const Optimizer& optimizer, const StepNumbers& numbers, const StepChunk* chunk,
                   int slot, std::size_t count, const float* gradient, float* slot0, float* slot1, float* parameters);

}  // namespace mlplab::gpu
