// An activation by itself, for products that a library computed.
#include "gpu/kernels/activate.h"
#include "gpu/kernels/functions.cuh"

namespace mlplab::gpu {
namespace {

__global__ void each_element(Activation activation, int rows, int columns, float* z, int ld) {
  const std::size_t at = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t i = at / columns, j = at - i * columns;
  if (i < static_cast<std::size_t>(rows)) z[i * ld + j] = activate(activation, z[i * ld + j]);
}

}  // namespace

cudaError_t activate_in_place(cudaStream_t stream, Activation activation, int rows, int columns, float* z, int ld) {
  return launch(each_element, blocks_for(static_cast<std::size_t>(rows) * columns, 256), 256, stream, activation, rows,
                columns, z, ld);
}

}  // namespace mlplab::gpu
