// Starts a kernel: <<<…>>> as a function, because that is not C++ and the tests compile the kernels as C++ too
// (tests/gpu/host_cuda). Included by .cu files only.
#pragma once

#include <cuda_runtime.h>

#ifndef MLPLAB_HOST_CUDA

#include <tuple>
#include <utility>

namespace mlplab::gpu {

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
