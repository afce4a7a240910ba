// C = op(A) op(B) by tiles, with bias, activation or its slope in the last step.
#include "gpu/kernels/product_tiled.h"
#include "gpu/kernels/shapes.cuh"

namespace mlplab::gpu {
namespace {

/// A matrix whose rows, or whose places of the sum, lie one after the other.
template <bool along>
struct MatrixOperand {
  static constexpr bool along_p = along;
  const float* numbers;
  int apart;
  using Row = const float*;
  using Place = std::size_t;
  __device__ Row row(int i) const { return numbers + static_cast<std::size_t>(i) * (along ? apart : 1); }
  __device__ Place place(int p) const { return along ? p : static_cast<std::size_t>(p) * apart; }
  __device__ void advance(Place* place, int /*p*/) const { *place += along ? 1 : apart; }
  __device__ float value(Row row, Place place, bool there) const { return there ? row[place] : 0.0F; }
};

template <class Shape, bool a_along, bool b_along>
__global__ void __launch_bounds__(Shape::threads, Shape::least_blocks) tiles_of_matrices(MatrixProduct p) {
  alignas(16) __shared__ float shared[Shape::shared_floats];
  const int across = (p.n + Shape::columns - 1) / Shape::columns;
  const int i0 = static_cast<int>(blockIdx.x) / across * Shape::rows,
            j0 = static_cast<int>(blockIdx.x) % across * Shape::columns;
  const MatrixOperand<a_along> a{p.a, p.lda};
  const MatrixOperand<b_along> b{p.b, p.ldb};
  const Outputs outputs{[&](int i, int j) { return finish_of(p, i, j); },
                        [&](int i, int j, float sum, const Finish& f) { finish(p, i, j, sum, f); }};
  if constexpr (Shape::on_tensor_cores)
    tensor_product<Shape>(p.m, p.n, 0, p.k, i0, j0, a, b, outputs, shared);
  else
    tile_product<Shape>(
        p.m, p.n, p.k, i0, j0, a_along, b_along, [&](int i, int q) { return a.value(a.row(i), a.place(q), true); },
        [&](int j, int q) { return b.value(b.row(j), b.place(q), true); }, outputs, shared);
}

template <class Shape>
cudaError_t start(cudaStream_t stream, const MatrixProduct& p) {
  const auto kernel =
      p.transpose_a   ? p.transpose_b ? tiles_of_matrices<Shape, false, true> : tiles_of_matrices<Shape, false, false>
        : p.transpose_b ? tiles_of_matrices<Shape, true, true>
                      : tiles_of_matrices<Shape, true, false>;
  return launch(kernel, static_cast<unsigned>(tiles_of<Shape>(p.m, p.n)), Shape::threads, stream, p);
}

}  // namespace

cudaError_t product_in_large_tiles(cudaStream_t stream, const MatrixProduct& p, const Units& units) {
  return with_shape(plan_tiles({p.m, p.n, p.k}, units, 1).shape,
                    [&](auto shape) { return start<decltype(shape)>(stream, p); });
}

cudaError_t product_tiled(cudaStream_t stream, const MatrixProduct& p, const Units& units) {
  if (tiles_of<MediumTile>(p.m, p.n) >= units.processors) return product_in_large_tiles(stream, p, units);
  if (p.k >= DeepTile::depth && fills<DeepTile>(p.m, p.n, units.processors)) return start<DeepTile>(stream, p);
  if (tiles_of<SmallTile>(p.m, p.n) >= units.processors) return start<SmallTile>(stream, p);
  return start<LatencyTile>(stream, p);
}

}  // namespace mlplab::gpu
