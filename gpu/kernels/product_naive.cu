// C = op(A) op(B), one thread per output. Each operand is read from memory (or a cache) for every multiply-add: 2
// operations for 8 bytes, which no memory delivers.
#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/product_naive.h"

namespace mlplab::gpu {
namespace {

__global__ void one_thread_an_output(MatrixProduct p) {
  const int j = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int i = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (i >= p.m || j >= p.n) return;
  const std::size_t a_step = p.transpose_a ? p.lda : 1, b_step = p.transpose_b ? 1 : p.ldb;
  const float* a = p.a + (p.transpose_a ? i : static_cast<std::size_t>(i) * p.lda);
  const float* b = p.b + (p.transpose_b ? static_cast<std::size_t>(j) * p.ldb : j);
  float sum = 0.0F;
  for (int q = 0; q < p.k; ++q) sum += a[q * a_step] * b[q * b_step];
  finish(p, i, j, sum);
}

}  // namespace

cudaError_t product_naive(cudaStream_t stream, const MatrixProduct& p) {
  const dim3 block(16, 16);
  return launch(one_thread_an_output, dim3(blocks_for(p.n, 16), blocks_for(p.m, 16)), block, stream, p);
}

}  // namespace mlplab::gpu
