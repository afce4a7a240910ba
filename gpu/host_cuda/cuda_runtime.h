// Found before CUDA's own header by the tests: CUDA's words in kernels as plain C++. A thread of a block is a fiber
// (launcher.cpp); it goes on alone until it comes to a barrier or a shuffle. To add a word: here, or in words/ where
// students' kernels use it too.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <tuple>

#include "cuda_runtime_api.h"
#include "words/threads.h"
#include "words/vectors.h"

#define __shared__ static  // blocks run one after the other

namespace host_cuda {

/// The device's clock, in nanoseconds.
std::uint64_t global_ns();

/// Where a thread of a kernel that starts early waits for the kernels before it.
void meet_kernel_before(int line, const char* file);

/// Queues a kernel in a stream; `body` is what one thread does. `early`: see gpu/kernels/launch.h.
cudaError_t enqueue_kernel(cudaStream_t stream, dim3 grid, dim3 block, std::function<void()> body, bool early = false);

}  // namespace host_cuda

template <class T>
T atomicAdd(T* target, T value) {
  const T before = *target;
  *target += value;
  return before;
}

namespace mlplab::gpu {

// As gpu/kernels/launch.h has them for the device.
inline void wait_for_kernel_before(int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  host_cuda::meet_kernel_before(line, file);
}
inline void let_next_kernel_begin() {}
template <class... Parameters, class... Arguments>
cudaError_t launch_early(bool early, void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream,
                         const Arguments&... arguments) {
  std::tuple<Parameters...> values(arguments...);
  return host_cuda::enqueue_kernel(
      stream, grid, block, [kernel, values] { std::apply(kernel, values); }, early);
}

template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream,
                   const Arguments&... arguments) {
  std::tuple<Parameters...> values(arguments...);
  return host_cuda::enqueue_kernel(stream, grid, block, [kernel, values] { std::apply(kernel, values); });
}

}  // namespace mlplab::gpu
