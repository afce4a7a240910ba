#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// The second rung: 16 × 16 tiles in shared memory, one output per thread.
cudaError_t product_shared(cudaStream_t stream, const MatrixProduct& p);

/// The third rung: shared-memory tiles, several outputs per thread in registers, the next tile read ahead.
/// `processors`: the device's multiprocessors; the largest tile that still gives each of them a block is taken, or a
/// smaller deep one.
cudaError_t product_tiled(cudaStream_t stream, const MatrixProduct& p, int processors);

}  // namespace mlplab::gpu
