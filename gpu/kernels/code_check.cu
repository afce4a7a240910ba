// A kernel that does nothing, to ask whether the device could run it.
#include "gpu/kernels/code_check.h"
#include "gpu/kernels/launch.h"

namespace mlplab::gpu {
namespace {

__global__ void nothing() {}

}  // namespace

cudaError_t code_check(int* capability) {
  cudaFuncAttributes attributes{};
  const cudaError_t result = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(nothing));
  *capability = attributes.ptxVersion;
  return result;
}

}  // namespace mlplab::gpu
