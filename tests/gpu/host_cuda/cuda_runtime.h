// Found before CUDA's own header by the tests: CUDA's words in kernels as plain C++. A thread of a block is a fiber
// (launcher.cpp); it goes on alone until it comes to a barrier or a shuffle. To add a word: here, if kernels use it.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <tuple>

#include "cuda_runtime_api.h"

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static  // blocks run one after the other

namespace host_cuda {

/// Where the running thread is.
struct Here {
  dim3 thread, block, block_size, grid_size;
};
extern Here here;

/// The device's clock, in nanoseconds.
std::uint64_t global_ns();

/// Meets the other threads of the block, or of the warp. `line` and `file` say at which barrier.
void meet_block(int line, const char* file);
void meet_warp(unsigned mask, int line, const char* file);
/// Puts a value where the lanes of the warp can see it, meets them, and returns lane `from`'s. At most 8 bytes.
void exchange(unsigned mask, const void* mine, void* theirs, std::size_t bytes, int from, int line, const char* file);
int lane();

/// Where a thread of a kernel that starts early waits for the kernels before it.
void meet_kernel_before(int line, const char* file);

/// Queues a kernel in a stream; `body` is what one thread does. `early`: see gpu/kernels/launch.h.
cudaError_t enqueue_kernel(cudaStream_t stream, dim3 grid, dim3 block, std::function<void()> body, bool early = false);

}  // namespace host_cuda

#define threadIdx (::host_cuda::here.thread)
#define blockIdx (::host_cuda::here.block)
#define blockDim (::host_cuda::here.block_size)
#define gridDim (::host_cuda::here.grid_size)

inline void __syncthreads(int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  host_cuda::meet_block(line, file);
}
inline void __syncwarp(unsigned mask = 0xffffffffU, int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  host_cuda::meet_warp(mask, line, file);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lanes, int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  T other;
  host_cuda::exchange(mask, &value, &other, sizeof value, host_cuda::lane() ^ lanes, line, file);
  return other;
}
template <class T>
T __shfl_sync(unsigned mask, T value, int from, int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  T other;
  host_cuda::exchange(mask, &value, &other, sizeof value, from, line, file);
  return other;
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, int distance, int line = __builtin_LINE(),
                   const char* file = __builtin_FILE()) {
  T other;
  const int from = host_cuda::lane() + distance;
  host_cuda::exchange(mask, &value, &other, sizeof value, from < 32 ? from : host_cuda::lane(), line, file);
  return other;
}
template <class T>
T atomicAdd(T* target, T value) {
  const T before = *target;
  *target += value;
  return before;
}

struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(8) float2 {
  float x, y;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};

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
