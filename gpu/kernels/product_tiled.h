#pragma once
#include "gpu/kernels/tile_plan.h"
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// The second rung: 16 × 16 tiles in shared memory, one output per thread.
cudaError_t product_shared(cudaStream_t stream, const MatrixProduct& p);

/// The third rung: shared-memory tiles, several outputs per thread in registers, the next tile read ahead; the fourth,
/// where the units have tensor cores: these, in single precision (tensor_tile.cuh). The shape is the one that takes the
/// least time.
cudaError_t product_in_large_tiles(cudaStream_t stream, const MatrixProduct& p, const Units& units);
/// As above for products that give every multiprocessor such a tile; others get smaller deep ones, without tensor
/// cores.
cudaError_t product_tiled(cudaStream_t stream, const MatrixProduct& p, const Units& units);

}  // namespace mlplab::gpu
