// CUDA's words for threads on the host: where a thread is, barriers, shuffles and votes. launcher.cpp carries them out;
// the program's own kernels (cuda_runtime.h) and students' files (gpu/host_check/words) share them. To add a word:
// here, through meet_block(), meet_warp() or exchange(), with the line and the file where it stands.
#pragma once

#include <cstddef>

#include "types.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)

// The words themselves are no loads and stores of the kernel and none of its branches.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#define HOST_CUDA_UNSEEN __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#elif defined(__GNUC__)
#define HOST_CUDA_UNSEEN __attribute__((no_sanitize("thread")))
#else
#define HOST_CUDA_UNSEEN
#endif

namespace host_cuda {

/// Where the running thread is.
struct Here {
  dim3 thread, block, block_size, grid_size;
};
extern Here here;

/// Meets the other threads of the block, or of the warp. `line` and `file` say at which barrier.
void meet_block(int line, const char* file);
void meet_warp(unsigned mask, int line, const char* file);
/// Puts a value where the lanes of the warp can see it, meets them, and returns lane `from`'s. At most 8 bytes.
void exchange(unsigned mask, const void* mine, void* theirs, std::size_t bytes, int from, int line, const char* file);
/// Bit l: what lane l of the mask says.
unsigned vote(unsigned mask, bool mine, int line, const char* file);
int lane();

template <class T>
HOST_CUDA_UNSEEN T value_of_lane(unsigned mask, T value, int from, int width, int line, const char* file) {
  static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
  T other;
  const int first = lane() / width * width;
  exchange(mask, &value, &other, sizeof value, from >= first && from < first + width ? from : lane(), line, file);
  return other;
}

}  // namespace host_cuda

#define threadIdx (::host_cuda::here.thread)
#define blockIdx (::host_cuda::here.block)
#define blockDim (::host_cuda::here.block_size)
#define gridDim (::host_cuda::here.grid_size)
inline constexpr int warpSize = 32;

HOST_CUDA_UNSEEN inline void __syncthreads(int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  host_cuda::meet_block(line, file);
}
HOST_CUDA_UNSEEN inline void __syncwarp(unsigned mask = 0xffffffffU, int line = __builtin_LINE(),
                                        const char* file = __builtin_FILE()) {
  host_cuda::meet_warp(mask, line, file);
}
template <class T>
HOST_CUDA_UNSEEN T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32, int line = __builtin_LINE(),
                                   const char* file = __builtin_FILE()) {
  return host_cuda::value_of_lane(mask, value, host_cuda::lane() ^ lanes, width, line, file);
}
template <class T>
HOST_CUDA_UNSEEN T __shfl_sync(unsigned mask, T value, int from, int width = 32, int line = __builtin_LINE(),
                               const char* file = __builtin_FILE()) {
  const int first = host_cuda::lane() / width * width;
  return host_cuda::value_of_lane(mask, value, first + (from & (width - 1)), width, line, file);
}
template <class T>
HOST_CUDA_UNSEEN T __shfl_down_sync(unsigned mask, T value, unsigned distance, int width = 32,
                                    int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  return host_cuda::value_of_lane(mask, value, host_cuda::lane() + static_cast<int>(distance), width, line, file);
}
template <class T>
HOST_CUDA_UNSEEN T __shfl_up_sync(unsigned mask, T value, unsigned distance, int width = 32,
                                  int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  return host_cuda::value_of_lane(mask, value, host_cuda::lane() - static_cast<int>(distance), width, line, file);
}
HOST_CUDA_UNSEEN inline unsigned __ballot_sync(unsigned mask, int predicate, int line = __builtin_LINE(),
                                               const char* file = __builtin_FILE()) {
  return host_cuda::vote(mask, predicate != 0, line, file);
}
HOST_CUDA_UNSEEN inline int __any_sync(unsigned mask, int predicate, int line = __builtin_LINE(),
                                       const char* file = __builtin_FILE()) {
  return host_cuda::vote(mask, predicate != 0, line, file) != 0;
}
HOST_CUDA_UNSEEN inline int __all_sync(unsigned mask, int predicate, int line = __builtin_LINE(),
                                       const char* file = __builtin_FILE()) {
  return host_cuda::vote(mask, predicate == 0, line, file) == 0;
}
