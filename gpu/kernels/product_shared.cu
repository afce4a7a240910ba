// C = op(A) op(B) by tiles of 16 × 16 in shared memory: each number read from memory is used 16 times. One output a
// thread: two reads of shared memory for each multiply-add are now the limit.
#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/product_tiled.h"

namespace mlplab::gpu {
namespace {

constexpr int side = 16;

__global__ void tiles_of_one_output(MatrixProduct p) {
  __shared__ float a_tile[side][side + 1], b_tile[side][side + 1];  // [row][p], [p][column]
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int i0 = static_cast<int>(blockIdx.y) * side, j0 = static_cast<int>(blockIdx.x) * side;
  float sum = 0.0F;
  for (int p0 = 0; p0 < p.k; p0 += side) {
    // Neighbouring threads (x) read along the stored rows, whichever way they lie.
    const int a_row = i0 + (p.transpose_a ? x : y), a_p = p0 + (p.transpose_a ? y : x);
    const int b_column = j0 + (p.transpose_b ? y : x), b_p = p0 + (p.transpose_b ? x : y);
    const std::size_t a_at =
        p.transpose_a ? static_cast<std::size_t>(a_p) * p.lda + a_row : static_cast<std::size_t>(a_row) * p.lda + a_p;
    const std::size_t b_at = p.transpose_b ? static_cast<std::size_t>(b_column) * p.ldb + b_p
                                           : static_cast<std::size_t>(b_p) * p.ldb + b_column;
    const float a = a_row < p.m && a_p < p.k ? p.a[a_at] : 0.0F;
    const float b = b_column < p.n && b_p < p.k ? p.b[b_at] : 0.0F;
    a_tile[a_row - i0][a_p - p0] = a;
    b_tile[b_p - p0][b_column - j0] = b;
    __syncthreads();
    for (int q = 0; q < side; ++q) sum += a_tile[y][q] * b_tile[q][x];
    __syncthreads();
  }
  if (i0 + y < p.m && j0 + x < p.n) finish(p, i0 + y, j0 + x, sum);
}

}  // namespace

cudaError_t product_shared(cudaStream_t stream, const MatrixProduct& p) {
  return launch(tiles_of_one_output, dim3(blocks_for(p.n, side), blocks_for(p.m, side)), dim3(side, side), stream, p);
}

}  // namespace mlplab::gpu
