// C = op(A) op(B) with register tiles (tile.cuh), bias, activation or its slope in the last step.
#include "gpu/kernels/product_tiled.h"
#include "gpu/kernels/tile.cuh"

namespace mlplab::gpu {
namespace {

template <class Shape>
__global__ void __launch_bounds__(Shape::threads) register_tiles(MatrixProduct p) {
  __shared__ float shared[Shape::shared_floats];
  const int across = (p.n + Shape::columns - 1) / Shape::columns;
  const int i0 = static_cast<int>(blockIdx.x) / across * Shape::rows,
            j0 = static_cast<int>(blockIdx.x) % across * Shape::columns;
  const std::size_t a_row = p.transpose_a ? 1 : p.lda, a_p = p.transpose_a ? p.lda : 1;
  const std::size_t b_row = p.transpose_b ? p.ldb : 1, b_p = p.transpose_b ? 1 : p.ldb;
  tile_product<Shape>(
      p.m, p.n, p.k, i0, j0, !p.transpose_a, p.transpose_b, [&](int i, int q) { return p.a[i * a_row + q * a_p]; },
      [&](int j, int q) { return p.b[j * b_row + q * b_p]; },
      Outputs{[&](int i, int j) { return finish_of(p, i, j); },
              [&](int i, int j, float sum, const Finish& f) { finish(p, i, j, sum, f); }},
      shared);
}

template <class Shape>
cudaError_t start(cudaStream_t stream, const MatrixProduct& p) {
  return launch(register_tiles<Shape>, static_cast<unsigned>(tiles_of<Shape>(p.m, p.n)), Shape::threads, stream, p);
}

}  // namespace

cudaError_t product_tiled(cudaStream_t stream, const MatrixProduct& p, int processors) {
  if (tiles_of<LargeTile>(p.m, p.n) >= processors) return start<LargeTile>(stream, p);
  if (tiles_of<MediumTile>(p.m, p.n) >= processors) return start<MediumTile>(stream, p);
  if (p.k >= DeepTile::depth && fills<DeepTile>(p.m, p.n, processors)) return start<DeepTile>(stream, p);
  if (tiles_of<SmallTile>(p.m, p.n) >= processors) return start<SmallTile>(stream, p);
  return start<LatencyTile>(stream, p);
}

}  // namespace mlplab::gpu
