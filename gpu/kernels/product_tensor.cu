// C = op(A) op(B) on tensor cores: a warp multiplies 16 × 8 by 8 × 16 in one instruction. Four warps share slices of
// both operands in shared memory; each keeps 2 × 2 such tiles of sums.
#include <mma.h>

#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/product_tensor.h"

namespace mlplab::gpu {
namespace {

constexpr int side = 64, depth = 16, threads = 128;
constexpr int slice_row = depth + 4, sums_row = side + 4;  // multiples of 4 floats, as load_matrix_sync wants

__global__ void __launch_bounds__(threads) tensor_tiles(MatrixProduct p) {
#if __CUDA_ARCH__ >= 800
  using namespace nvcuda;
  // The sums take the place of the slices when the products are done.
  __shared__ __align__(32) float shared[side * sums_row];
  float* const a_slice = shared;                     // [row][p]
  float* const b_slice = shared + side * slice_row;  // [column][p]
  static_assert(2 * side * slice_row <= side * sums_row);
  // Fragments are loaded from and stored to multiples of 32 bytes: every 16th row, every 8th column.
  static_assert(side * slice_row % 8 == 0 && 16 * slice_row % 8 == 0 && 16 * sums_row % 8 == 0);
  const int across = (p.n + side - 1) / side;
  const int i0 = static_cast<int>(blockIdx.x) / across * side, j0 = static_cast<int>(blockIdx.x) % across * side;
  const std::size_t a_row = p.transpose_a ? 1 : p.lda, a_p = p.transpose_a ? p.lda : 1;
  const std::size_t b_row = p.transpose_b ? p.ldb : 1, b_p = p.transpose_b ? 1 : p.ldb;
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32;
  const int row0 = warp / 2 * 32, column0 = warp % 2 * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums[2][2];
  for (auto& line : sums)
    for (auto& sum : line) wmma::fill_fragment(sum, 0.0F);
  for (int p0 = 0; p0 < p.k; p0 += depth) {
#pragma unroll
    for (int load = 0; load < side * depth / threads; ++load) {
      const int at = thread + load * threads;
      const int ra = p.transpose_a ? at % side : at / depth, pa = p.transpose_a ? at / side : at % depth;
      const int rb = p.transpose_b ? at / depth : at % side, pb = p.transpose_b ? at % depth : at / side;
      a_slice[ra * slice_row + pa] =
          wmma::__float_to_tf32(i0 + ra < p.m && p0 + pa < p.k ? p.a[(i0 + ra) * a_row + (p0 + pa) * a_p] : 0.0F);
      b_slice[rb * slice_row + pb] =
          wmma::__float_to_tf32(j0 + rb < p.n && p0 + pb < p.k ? p.b[(j0 + rb) * b_row + (p0 + pb) * b_p] : 0.0F);
    }
    __syncthreads();
#pragma unroll
    for (int q = 0; q < depth; q += 8) {
      wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> b[2];
#pragma unroll
      for (int u = 0; u < 2; ++u) {
        wmma::load_matrix_sync(a[u], a_slice + (row0 + 16 * u) * slice_row + q, slice_row);
        wmma::load_matrix_sync(b[u], b_slice + (column0 + 16 * u) * slice_row + q, slice_row);
      }
#pragma unroll
      for (int u = 0; u < 2; ++u)
#pragma unroll
        for (int v = 0; v < 2; ++v) wmma::mma_sync(sums[u][v], a[u], b[v], sums[u][v]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int u = 0; u < 2; ++u)
#pragma unroll
    for (int v = 0; v < 2; ++v)
      wmma::store_matrix_sync(shared + (row0 + 16 * u) * sums_row + column0 + 16 * v, sums[u][v], sums_row,
                              wmma::mem_row_major);
  __syncthreads();
  for (int at = thread; at < side * side; at += threads) {
    const int i = i0 + at / side, j = j0 + at % side;
    if (i < p.m && j < p.n) finish(p, i, j, shared[(i - i0) * sums_row + j - j0]);
  }
#endif
}

}  // namespace

cudaError_t product_tensor(cudaStream_t stream, const MatrixProduct& p) {
  const long long tiles = static_cast<long long>(blocks_for(p.m, side)) * blocks_for(p.n, side);
  return launch(tensor_tiles, static_cast<unsigned>(tiles), threads, stream, p);
}

}  // namespace mlplab::gpu
