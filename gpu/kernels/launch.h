// Starts a kernel: <<<…>>> as a function, because that is not C++ and the tests compile the kernels as C++ too
// (gpu/host_cuda). Included by .cu files only.
//
// A kernel may also start early (programmatic dependent launch, compute capability 9.0 on): its blocks come to the
// device when all of the kernel before it in the stream have begun, instead of when it has ended, and what they do
// ahead of wait_for_kernel_before() costs no time of its own. There they may read only what no kernel since the last
// one that did not start early has written, and write nothing. Every kernel that starts early must come to that wait:
// through it, too, what kernels further back have written is there.
#pragma once

#include <cuda_runtime.h>

#ifndef MLPLAB_HOST_CUDA

#include <tuple>
#include <utility>

namespace mlplab::gpu {

template <class... Parameters, class... Arguments>
cudaError_t launch_early(bool early, void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream,
                         Arguments&&... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid, config.blockDim = block, config.stream = stream;
  config.attrs = &attribute, config.numAttrs = early ? 1 : 0;
  std::tuple<Parameters...> values(std::forward<Arguments>(arguments)...);
  return std::apply(
      [&](Parameters&... each) {
        void* pointers[] = {const_cast<void*>(static_cast<const void*>(&each))...};
        return cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(kernel), pointers);
      },
      values);
}

/// Makes a kernel that was started early wait until the results of the kernels before it are visible; otherwise does
/// nothing.
__device__ inline void wait_for_kernel_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}
/// The kernel behind this one may come to the device when all blocks have called this or ended.
__device__ inline void let_next_kernel_begin() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream,
                   Arguments&&... arguments) {
  std::tuple<Parameters...> values(std::forward<Arguments>(arguments)...);
  return std::apply(
      [&](Parameters&... each) {
        void* pointers[] = {const_cast<void*>(static_cast<const void*>(&each))...};
        return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, pointers, 0, stream);
      },
      values);
}

}  // namespace mlplab::gpu

#endif

namespace mlplab::gpu {

/// How many blocks of `block` cover `count`.
template <class Count>
unsigned blocks_for(Count count, unsigned block) {
  return static_cast<unsigned>((static_cast<unsigned long long>(count) + block - 1) / block);
}

}  // namespace mlplab::gpu
