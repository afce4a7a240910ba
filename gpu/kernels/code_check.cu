// A kernel that does nothing, to ask whether the device could run it.
#include "gpu/kernels/code_check.h"
#include "gpu/kernels/launch.h"

namespace mlplab::gpu {
namespace {

__global__ void nothing() {}

}  // namespace

cudaError_t code_check() {
  cudaFuncAttributes attributes;
  return cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(nothing));
}

}  // namespace mlplab::gpu
